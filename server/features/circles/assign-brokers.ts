import { Refusal } from '#contract/errors.ts'
import { paths } from '#contract/paths.ts'
import { type BrokerAssignment, brokerTeam, exclusiveBroker } from '#domain/membership.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { touchCircle } from './touch-circle.ts'

type Sent = { readonly exclusiveAssignedBroker?: string | null | undefined; readonly assignedBrokers?: readonly string[] | undefined }

type Services = { readonly actor: Actor; readonly publicUrl: string }

/** What a request asks for: one dedicated broker, a team, or nobody; null if it does not mention brokers. */
function assignmentIn({ exclusiveAssignedBroker, assignedBrokers }: Sent): BrokerAssignment | null {
  if (exclusiveAssignedBroker) return exclusiveBroker(exclusiveAssignedBroker)
  if (assignedBrokers !== undefined) return brokerTeam(assignedBrokers)
  return exclusiveAssignedBroker === null ? brokerTeam([]) : null
}

/** A circle has one dedicated broker or a team, never both: setting one clears the other. */
export async function assignBrokers(tx: Tx, { actor, publicUrl }: Services, circleId: string, sent: Sent): Promise<void> {
  const assignment = assignmentIn(sent)
  if (!assignment) return
  const isExclusive = assignment.exclusiveAssignedBroker !== null
  const wanted = assignment.exclusiveAssignedBroker ? [assignment.exclusiveAssignedBroker] : assignment.assignedBrokers
  await requireBrokers(tx, wanted, isExclusive ? 'exclusiveAssignedBroker' : 'assignedBrokers')
  const removed = await tx
    .deleteFrom('broker_assignments')
    .where('circle_id', '=', circleId)
    .where((where) =>
      where.or([where('is_exclusive', '!=', isExclusive), where.not(where('broker_id', '=', where.fn.any(where.val([...wanted]))))]),
    )
    .returning('broker_id')
    .execute()
  const rows = wanted.map((brokerId) => ({ circle_id: circleId, broker_id: brokerId, is_exclusive: isExclusive, assigned_by: actor.id }))
  const added =
    rows.length === 0
      ? []
      : await tx
          .insertInto('broker_assignments')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['circle_id', 'broker_id']).doNothing())
          .returning('broker_id')
          .execute()
  if (removed.length + added.length > 0) await touchCircle(tx, circleId)
  const before = removed.map((row) => row.broker_id)
  const after = added.map((row) => row.broker_id)
  await notifyBrokers(tx, publicUrl, circleId, { assigned: without(after, before), unassigned: without(before, after) })
  // Brokers' own pages show or no longer show the circle.
  for (const brokerId of new Set([...removed, ...added].map((row) => row.broker_id)))
    await publishCircleChange(tx, circleId, 'circle', brokerId)
  await writeAudit(tx, {
    act: 'brokers.assigned',
    by: actor,
    subject: ['circle', circleId],
    facts: { brokers: wanted.length, isExclusive },
  })
}

const without = (ids: readonly string[], others: readonly string[]): string[] => ids.filter((id) => !others.includes(id))

type Moves = { readonly assigned: readonly string[]; readonly unassigned: readonly string[] }

/** Sends brokers a notice and a mail when an assignment starts or ends. */
async function notifyBrokers(tx: Tx, publicUrl: string, circleId: string, { assigned, unassigned }: Moves): Promise<void> {
  await notify(tx, assigned, { kind: 'broker_assigned', circleId })
  await notify(tx, unassigned, { kind: 'broker_unassigned', circleId })
  const people = await tx
    .selectFrom('users')
    .innerJoin('circles', (join) => join.on('circles.id', '=', circleId))
    .select(['users.id', 'users.email', 'users.first_name', 'circles.title'])
    .where('users.id', '=', (where) => where.fn.any(where.val([...assigned, ...unassigned])))
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .execute()
  for (const { id, email, first_name: firstName, title: circleTitle } of people) {
    if (!email) continue
    const to = { userId: id, email }
    if (unassigned.includes(id)) await queueMail(tx, 'broker-unassigned', to, { firstName, circleTitle })
    else await queueMail(tx, 'broker-assigned', to, { firstName, circleTitle, link: `${publicUrl}${paths.brokerCircle(circleId)}` })
  }
}

async function requireBrokers(tx: Tx, ids: readonly string[], field: string): Promise<void> {
  const known = ids.every(isId)
    ? await tx
        .selectFrom('users')
        .select('id')
        .where('id', 'in', [...ids, '00000000-0000-0000-0000-000000000000'])
        .where('is_broker', '=', true)
        .where('deleted_at', 'is', null)
        .execute()
    : []
  if (known.length !== ids.length) throw new Refusal('invalid', { fields: [{ field, message: 'Please choose from the list of brokers' }] })
}
