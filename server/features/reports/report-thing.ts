import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { reportRequest } from '#contract/reports.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import { mayReport } from '#domain/may/report.ts'
import { type ReportKind, reportProblems } from '#domain/reports.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { belongsTo } from '#server/shared/circle-people/circle-people.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { isWithinLimit, type RateLimiter } from '#server/shared/limits/rate-limits.ts'
import { findReported, type ReportedThing } from './reported-things.ts'

/** The column of `reports` for each kind. */
export const reportColumns = {
  person: 'user_id',
  circle: 'circle_id',
  property: 'property_id',
  post: 'post_id',
  question: 'question_id',
} as const satisfies Record<ReportKind, string>

/** People see those with whom they belong to a circle, and owners of circles that everyone sees. */
async function seesPerson(tx: Tx, actor: Actor, personId: string): Promise<boolean> {
  if (mayReadEverything(actor)) return true
  const { rows } = await sql`
    select from circles where circles.deleted_at is null and (
      (${belongsTo(sql.ref('circles.id'), actor.id)} and ${belongsTo(sql.ref('circles.id'), personId)})
      or (not circles.hide_circle and exists (select from memberships where memberships.circle_id = circles.id
        and memberships.user_id = ${personId} and memberships.is_owner and memberships.ended_at is null)))
    limit 1`.execute(tx)
  return rows.length > 0
}

async function maySee(tx: Tx, actor: Actor, { sight, id }: ReportedThing): Promise<boolean> {
  if (sight === 'person') return seesPerson(tx, actor, id)
  const relation = await findRelation(tx, sight.circleId, actor)
  return relation !== null && mayReport(sight.place, relation)
}

/**
 * The open report of the thing, locked: made if there is none, with the thing as it is now. Of two first reports at once the second waits
 * for the first and joins it.
 */
async function openReport(tx: Tx, { kind, id, snapshot }: ReportedThing): Promise<string> {
  const column = sql.ref(reportColumns[kind])
  const { rows } = await sql<{ id: string }>`
    insert into reports (id, kind, ${column}, snapshot) values (${newId()}, ${kind}, ${id}, ${JSON.stringify(snapshot)})
    on conflict (user_id, circle_id, property_id, post_id, question_id)
      where decision is null and num_nonnulls(user_id, circle_id, property_id, post_id, question_id) = 1
      do update set kind = excluded.kind
    returning id`.execute(tx)
  const [report] = rows
  if (!report) throw new Error('a report is either made or found')
  return report.id
}

/**
 * The thing as it is now. Everyone whom it names is locked before it is read, so that none of them is erased before it is stored: a deletion
 * that has begun is waited for, and seen.
 */
async function findAndHold(tx: Tx, kind: ReportKind, id: string): Promise<ReportedThing | null> {
  const found = await findReported(tx, kind, id)
  if (!found) return null
  const { person, before, after, mentions } = found.snapshot
  const named = [person, before?.author, after?.author, ...mentions].flatMap((each) => (each ? [each._id] : []))
  await tx.selectFrom('users').select('id').where('id', 'in', named).orderBy('id').forKeyShare().execute()
  return findReported(tx, kind, id)
}

/** Reports something. A second report by the same person replaces their reason; only things that are new to them count for the limit. */
export async function reportThing(tx: Tx, limiter: RateLimiter, actor: Actor, form: z.infer<typeof reportRequest>): Promise<void> {
  const { kind, reason, words } = form
  const fields = reportProblems(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  const thing = await findAndHold(tx, kind, form.id)
  if (thing?.snapshot.person._id === actor.id) throw new Refusal('report_of_own')
  if (thing?.state !== 'shown' || !(await maySee(tx, actor, thing))) throw new Refusal('reported_not_found')
  const reportId = await openReport(tx, thing)
  const written = await tx
    .insertInto('report_reasons')
    .values({ report_id: reportId, user_id: actor.id, reason, words })
    .onConflict((conflict) => conflict.columns(['report_id', 'user_id']).doUpdateSet({ reason, words }))
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  if (!written.isNew) return
  if (!(await isWithinLimit(limiter, tx, 'report_account', actor.id))) throw new Refusal('report_limit', { retryAfter: 24 * 60 * 60 })
  await writeAudit(tx, { act: 'report.made', by: actor, subject: ['report', reportId], facts: { kind, reason } })
}
