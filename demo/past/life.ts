import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { daysBefore } from '#demo/plan-people.ts'
import { addDays, calendarDayOf } from '#domain/dates.ts'
import { lastDayOf, monthOf } from '#domain/month-close.ts'
import { fullName } from '#domain/person.ts'
import { currentConsent } from '#domain/signing.ts'
import type { StepUpPurpose } from '#domain/step-up.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { addDocument } from '#server/features/documents/add-document.ts'
import { signDocument } from '#server/features/documents/sign-document.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { closeDue, hasDue } from '#server/shared/closing/close-due.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { saveStepUp } from '#server/shared/people/step-up.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import type { DocumentName } from './documents.ts'
import { findCircle, type Past, type PastCircle } from './past.ts'
import { type PastMotion, propose } from './propose.ts'

/** The circles that are played day by day are in Colorado. */
export const zone = 'America/Denver'

/** A circle of the demo whose life is played on calendar days. */
export type Life = {
  readonly past: Past
  readonly circle: PastCircle
  readonly site: { readonly publicUrl: string; readonly noticeSeconds: number }
}

export async function openLife(past: Past, title: string): Promise<Life> {
  const { publicUrl, noticeSeconds } = past
  return { past, circle: await findCircle(past, title), site: { publicUrl, noticeSeconds } }
}

export const todayOf = ({ past }: Life): string => calendarDayOf(past.now, zone)

/** `YYYY-MM`, so many months before the present one. */
export function monthsAgo(life: Life, count: number): string {
  let month = monthOf(todayOf(life))
  for (let left = count; left > 0; left--) month = monthOf(addDays(`${month}-01`, -1))
  return month
}

/** A day of a month, or its last one if the month is shorter. */
export function dayIn(month: string, day: number): string {
  const wanted = `${month}-${String(day).padStart(2, '0')}`
  return wanted < lastDayOf(month) ? wanted : lastDayOf(month)
}

// Late morning in Colorado.
export const momentOf = (day: string): Date => new Date(`${day}T17:00:00Z`)
export const daysSince = ({ past }: Life, day: string): number => (past.now.getTime() - momentOf(day).getTime()) / 86_400_000

/** What happened on a day. */
export type Happening = readonly [day: string, act: () => Promise<unknown>]

/** Plays what happened in the order of the days; what has not come yet is left out. On one day each act comes an hour after the one before. */
export async function play(life: Life, happenings: readonly Happening[]): Promise<void> {
  const { past, circle, site } = life
  const { tx } = past
  let [last, count] = ['', 0]
  for (const [day, act] of happenings.toSorted(([one], [other]) => one.localeCompare(other))) {
    count = day === last ? count + 1 : 0
    last = day
    const daysAgo = daysSince(life, day) - count / 24
    if (daysBefore(past.now, daysAgo) >= past.now) continue
    await past.at(daysAgo, async () => {
      if (await hasDue(tx, circle.id)) {
        await lockCircle(tx, circle.id)
        await closeDue(tx, circle.id, site)
      }
      await act().catch((error: unknown) => {
        throw new Error(`What happened on ${day} was refused: ${error instanceof Error ? error.message : ''}`, { cause: error })
      })
    })
  }
}

/** The person signs in, confirms that it is them, does something, and signs out. */
export async function confirmed<Result>(
  { tx }: { readonly tx: Tx },
  actor: Actor,
  purpose: StepUpPurpose,
  act: (actor: Actor) => Promise<Result>,
): Promise<Result> {
  const sessionId = newId()
  const values = { id: sessionId, user_id: actor.id, refresh_hash: randomBytes(32), user_agent: actor.origin.userAgent }
  await tx
    .insertInto('sessions')
    .values({ ...values, expires_at: sql<Date>`now() + interval '30 days'` })
    .execute()
  const signedIn = { ...actor, sessionId }
  await saveStepUp(tx, signedIn, purpose, 'password')
  const result = await act(signedIn)
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`clock_timestamp()`, end_reason: 'logout' })
    .where('id', '=', sessionId)
    .execute()
  return result
}

type PaperForm = Omit<Parameters<typeof addDocument>[4], 'fileKey' | 'isAppraisal' | 'isShared'> & {
  readonly isAppraisal?: boolean
  readonly isShared?: boolean
}
export type Paper = { readonly documentId: string; readonly versionId: string; readonly sha256: string }

/** Uploads one of the ready-made files and adds it to the circle's documents. */
export async function addPaper({ past, circle, site }: Life, by: Actor, name: DocumentName, form: PaperForm): Promise<Paper> {
  const { tx, documents } = past
  const document = documents.get(name)
  if (!document) throw new Error(`There is no document ${name}`)
  const { key, contentType, content } = document
  const size = content.length
  await tx.insertInto('files').values({ key, owner_id: by.id, content_type: contentType, size, stored_at: sql<Date>`now()` }).execute()
  const sha256 = createHash('sha256').update(content).digest('hex')
  // The store is used only for uploads that have not arrived yet, so it may be empty here.
  const services = { store: {} as FileStore, publicUrl: site.publicUrl }
  const whole = { isAppraisal: false, isShared: false, ...form, fileKey: key }
  const documentId = await addDocument(tx, by, circle.id, { key, sha256, size, contentType }, whole, services)
  const { id } = await tx.selectFrom('document_versions').select('id').where('document_id', '=', documentId).executeTakeFirstOrThrow()
  return { documentId, versionId: id, sha256 }
}

export async function sign({ past, circle, site }: Life, by: Actor, { documentId, versionId, sha256 }: Paper): Promise<void> {
  const row = past.people.rows.find(({ id }) => id === by.id)
  const name = fullName({ firstName: row?.first_name ?? '', lastName: row?.last_name ?? '' })
  const body = { versionId, sha256, name, consentVersion: currentConsent.version }
  await confirmed(past, by, 'sign', (actor) => signDocument(past.tx, actor, { circleId: circle.id, documentId }, body, site))
}

export type DecidedMotion = Omit<PastMotion, 'from' | 'to' | 'votes'> & {
  /** How many days it is open; two, unless something is said. */
  readonly days?: number
  /** Everyone says yes, unless something else is said; those without a reason come last. */
  readonly reasons?: readonly (readonly [member: number, reason: string])[]
  readonly votes?: PastMotion['votes']
}

/** A motion of that day, by which everyone votes within two days. */
export function decide(life: Life, day: string, { days = 2, reasons = [], votes, ...motion }: DecidedMotion): Promise<string> {
  const others = life.circle.members.flatMap((_, index) => (reasons.some(([member]) => member === index) ? [] : [[index, 'yes'] as const]))
  const all = votes ?? [...reasons.map(([member, reason]) => [member, 'yes', reason] as const), ...others]
  const from = daysSince(life, day)
  return propose(life.past, life.circle, { ...motion, from, to: from - days, votes: all })
}
