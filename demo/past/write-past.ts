import { sql } from 'kysely'
import type pg from 'pg'
import { daysBefore, type People } from '#demo/plan-people.ts'
import { defaultNoticeSeconds } from '#domain/notice-period.ts'
import { type Tx, transactionOn } from '#server/db/connect.ts'
import type { Keys } from '#server/sessions/keys.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import { writeBrokerQuestions } from './broker-questions.ts'
import { writeConversations } from './conversations.ts'
import type { SetClock } from './demo-clock.ts'
import type { DemoDocument, DocumentName } from './documents.ts'
import { writeFollowers } from './followers.ts'
import { writeInvitations } from './invitations.ts'
import { writeMotions } from './motions.ts'
import type { Past } from './past.ts'
import { writePlattePark } from './platte-park.ts'
import { writeQuestions } from './questions.ts'
import { writeReports } from './reports.ts'
import { writeRiverFlats } from './river-flats.ts'
import { writeVerifications } from './verifications.ts'

type PastOptions = {
  readonly now: Date
  readonly setClock: SetClock
  readonly people: People
  readonly documents: ReadonlyMap<DocumentName, DemoDocument>
  readonly plannedNotices: readonly string[]
  readonly keys: Keys
  readonly dataKeys: DataKeys
  readonly publicUrl: string
}

/** The part of the demo that the product's own use cases write, each at its moment. */
export async function writePast(client: pg.ClientBase, { now, setClock, plannedNotices, ...rest }: PastOptions): Promise<void> {
  const tx = transactionOn(client)
  const at: Past['at'] = async (daysAgo, act) => {
    await setClock(daysBefore(now, daysAgo))
    return act()
  }
  const past: Past = { ...rest, tx, now, at, noticeSeconds: defaultNoticeSeconds }
  await writeRiverFlats(past)
  await writePlattePark(past)
  await writeMotions(past)
  await writeConversations(past)
  await writeBrokerQuestions(past)
  await writeInvitations(past)
  await writeVerifications(past)
  await writeFollowers(past)
  await writeReports(past)
  await writeQuestions(past)
  await setClock(now)
  await readOldNotices(tx, now, plannedNotices)
  await cancelMails(tx)
}

const unreadDays = 3

/** People have read what is older than a few days. Planned notices are read or not as planned. */
async function readOldNotices(tx: Tx, now: Date, planned: readonly string[]): Promise<void> {
  await sql`update notices set read_at = at + interval '5 hours'
    where read_at is null and at < ${daysBefore(now, unreadDays)} and id <> all(${planned}::uuid[])`.execute(tx)
}

/** The mails of the past are not sent now. Invitations are: they are on their way. */
async function cancelMails(tx: Tx): Promise<void> {
  await sql`with gone as (delete from mails where template <> 'circle-invitation' returning id)
    select count(graphile_worker.remove_job(id::text)) from gone`.execute(tx)
}
