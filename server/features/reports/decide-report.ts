import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { decideReportRequest, ReportSnapshot } from '#contract/reports.ts'
import { fullName } from '#domain/person.ts'
import { canBeHidden, type ReportKind } from '#domain/reports.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { hideCircleByAdmin } from '#server/shared/circles/hide-circle.ts'
import { lockLiveCircle } from '#server/shared/ledger/lock-arcs.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { requireAnotherAdmin } from '#server/shared/people/last-admin.ts'
import { lockUser } from '#server/shared/people/lock-user.ts'
import { suspendUser } from '#server/shared/people/suspend-user.ts'
import { findUser, type UserRow } from '#server/shared/people/users.ts'
import { hidePosts } from '#server/shared/posts/hide-posts.ts'
import { hideProperty } from './hide-property.ts'
import { reportColumns } from './report-thing.ts'
import { findReported, type ReportedThing } from './reported-things.ts'

const selectReport = (tx: Tx, id: string) => {
  if (!isId(id)) throw new Refusal('abuse_report_not_found')
  return tx.selectFrom('reports').selectAll().where('id', '=', id)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectReport>['executeTakeFirstOrThrow']>>

/** What is reported, as it is now; null if it is gone. */
export async function findReportedBy(tx: Tx, report: Row): Promise<ReportedThing | null> {
  const kind = report.kind as ReportKind
  const id = report[reportColumns[kind]]
  return id === null ? null : findReported(tx, kind, id)
}

const snapshotOf = (report: Row): ReportSnapshot | null =>
  'person' in (report.snapshot as object) ? (report.snapshot as ReportSnapshot) : null

/** Locked before the report, as the deletion of a person does, so that the two cannot wait for each other. */
async function lockToSuspend(tx: Tx, actor: Actor, personId: string | undefined): Promise<UserRow> {
  const person = personId === undefined ? undefined : await findUser(tx, personId)
  if (!person) throw new Refusal('nobody_to_suspend')
  if (person.id === actor.id) throw new Refusal('own_flags')
  if (person.is_admin) await requireAnotherAdmin(tx, person.id)
  return lockUser(tx, person.id)
}

async function lockReporters(tx: Tx, reportId: string): Promise<string[]> {
  const reporters = await tx
    .selectFrom('report_reasons')
    .innerJoin('users', 'users.id', 'report_reasons.user_id')
    .select('users.id')
    .where('report_id', '=', reportId)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .forKeyShare('users')
    .execute()
  return reporters.map(({ id }) => id)
}

/**
 * Locks the circle of what is reported, then the report: everything locks circles first. A question is locked between them, as its erasure
 * does, so that an answer that is being written is hidden with it, or refused.
 */
async function lockReport(tx: Tx, id: string): Promise<Row> {
  const found = await selectReport(tx, id).executeTakeFirst()
  const sight = found && (await findReportedBy(tx, found))?.sight
  if (sight && sight !== 'person') await lockLiveCircle(tx, sight.circleId)
  if (found?.question_id) await tx.selectFrom('questions').select('id').where('id', '=', found.question_id).forNoKeyUpdate().execute()
  const report = await selectReport(tx, id).forUpdate().executeTakeFirst()
  if (!report) throw new Refusal('abuse_report_not_found')
  return report
}

/** The second of two administrators learns who was first. */
async function requireOpen(tx: Tx, { decision, decided_by }: Row): Promise<void> {
  if (decision === null) return
  const decider = await findUser(tx, decided_by ?? '')
  if (!decider) throw new Refusal('report_decided')
  const name = fullName({ firstName: decider.first_name, lastName: decider.last_name })
  throw new Refusal('report_decided', { error: `${name} has decided on this report already.` })
}

/** Hides the thing for everyone, or shows it again. A question is hidden with its answer. */
async function hideThing(tx: Tx, actor: Actor, { kind, id, sight }: ReportedThing, isHidden: boolean, wasHidden: boolean): Promise<void> {
  if (!canBeHidden(kind) || sight === 'person') throw new Refusal('cannot_hide')
  const { circleId } = sight
  if (kind === 'circle') return hideCircleByAdmin(tx, actor, circleId, { isHidden, wasHidden })
  if (kind === 'property') return hideProperty(tx, circleId, id, isHidden)
  if (kind === 'post') return hidePosts(tx, circleId, [id], isHidden)
  const posts = await tx.selectFrom('posts').select('id').where('question_id', '=', id).execute()
  await hidePosts(
    tx,
    circleId,
    posts.map((post) => post.id),
    isHidden,
  )
}

/**
 * Keeps how the owner had the circle when it was hidden: they may have made it private after it was reported. One that an administrator has
 * hidden before does not tell.
 */
const withHiding = (snapshot: ReportSnapshot, { state, snapshot: { wasHidden } }: ReportedThing): ReportSnapshot =>
  state === 'shown' ? { ...snapshot, wasHidden } : snapshot

/** Decides on a report once. The person who reported learns that it was looked at, not what was done. */
export async function decideReport(tx: Tx, actor: Actor, id: string, order: z.infer<typeof decideReportRequest>): Promise<void> {
  const found = await selectReport(tx, id).executeTakeFirst()
  if (!found) throw new Refusal('abuse_report_not_found')
  await requireOpen(tx, found)
  const person = order.decision === 'suspended' ? await lockToSuspend(tx, actor, snapshotOf(found)?.person._id) : null
  const reporters = await lockReporters(tx, id)
  const report = await lockReport(tx, id)
  await requireOpen(tx, report)
  const thing = await findReportedBy(tx, report)
  if (order.decision === 'hidden') {
    if (!thing || thing.state === 'deleted') throw new Refusal('cannot_hide')
    await hideThing(tx, actor, thing, true, thing.snapshot.wasHidden)
    const snapshot = snapshotOf(report)
    if (snapshot)
      await tx
        .updateTable('reports')
        .set({ snapshot: JSON.stringify(withHiding(snapshot, thing)) })
        .where('id', '=', id)
        .execute()
  }
  const about = { kind: report.kind, ...(thing && { thing: thing.id }) }
  if (person && order.decision === 'suspended') {
    if (person.status !== 'suspended') await suspendUser(tx, person, order.reason)
    await writeAudit(tx, { act: 'user.suspended', by: actor, subject: ['user', person.id], fields: ['status'], facts: { report: id } })
  }
  await tx
    .updateTable('reports')
    .set({ decision: order.decision, decided_by: actor.id, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await writeAudit(tx, { act: `report.${order.decision}`, by: actor, subject: ['report', id], facts: about })
  await notify(tx, reporters, { kind: 'report_seen' })
}

/** Takes the hiding of a decided report back. */
export async function showAgain(tx: Tx, actor: Actor, id: string): Promise<void> {
  const report = await lockReport(tx, id)
  const thing = await findReportedBy(tx, report)
  if (report.decision !== 'hidden' || thing?.state !== 'hidden') throw new Refusal('nothing_hidden')
  await hideThing(tx, actor, thing, false, snapshotOf(report)?.wasHidden ?? true)
  // Open pages of administrators show whether it is hidden.
  await tx.updateTable('reports').set({ decision: report.decision }).where('id', '=', id).execute()
  await writeAudit(tx, { act: 'report.shown_again', by: actor, subject: ['report', id], facts: { kind: report.kind, thing: thing.id } })
}
