import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { mayManageCircle } from '#domain/may/circle.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { lockCircleAs } from '#server/shared/circles/lock-circle-as.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { readCurrentCharter, recordAsks } from '#server/shared/deciding/charters.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { requireNotEnded } from '#server/shared/stages/stages.ts'
import { readNotAgreed } from './start-options.ts'

/** The owner reminds those who have not agreed to the current charter, once a day. */
export async function remindCharter(tx: Tx, actor: Actor, circleId: string, site: Site): Promise<void> {
  await lockCircleAs(tx, circleId, actor, mayManageCircle)
  await closeDueFirst(tx, circleId, site)
  await requireNotEnded(tx, circleId)
  const { version } = await readCurrentCharter(tx, circleId)
  const people = (await readNotAgreed(tx, circleId, version)).map(({ _id }) => _id).filter((id) => id !== actor.id)
  if (people.length === 0) throw new Refusal('everyone_agreed')
  const reminded = await tx
    .updateTable('circles')
    .set({ charter_reminded_at: sql<Date>`now()` })
    .where('id', '=', circleId)
    .where(sql<boolean>`charter_reminded_at is null or charter_reminded_at < now() - interval '1 day'`)
    .executeTakeFirst()
  if (reminded.numUpdatedRows !== 1n) throw new Refusal('charter_reminded')
  await recordAsks(tx, { circleId, version, askedBy: actor.id }, people)
  await notify(tx, people, { kind: 'charter_waits', circleId })
  await writeAudit(tx, { act: 'charter.reminded', by: actor, subject: ['circle', circleId], facts: { people: people.length, version } })
}
