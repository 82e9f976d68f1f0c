import { decideReport } from '#server/features/reports/decide-report.ts'
import { reportThing } from '#server/features/reports/report-thing.ts'
import { writeInThread } from '#server/features/threads/write-in-thread.ts'
import { noRateLimits } from '#server/shared/limits/rate-limits.ts'
import { actorOf, findCircle, memberOf, type Past } from './past.ts'

/** Two reports that wait for administrators, and one that was dismissed. */
export async function writeReports(past: Past): Promise<void> {
  const { tx, at, people } = past
  const larkspur = await findCircle(past, 'Larkspur Terrace')
  const property = await tx
    .selectFrom('properties')
    .select(['id', 'uploaded_by'])
    .where('circle_id', '=', larkspur.id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirstOrThrow()
  const [owner, first, second] = [memberOf(larkspur, 0), memberOf(larkspur, 1), memberOf(larkspur, 2)]
  const topic = { subject: { column: 'property_id', id: property.id }, circleId: larkspur.id, author: property.uploaded_by } as const

  const early = 'I know the seller. Send me $2,000 each by Friday, and he holds the house for us.'
  const post = await at(2.4, () => writeInThread(tx, second, topic, { text: early, isBroker: false, limiter: noRateLimits }))
  await at(2.2, () =>
    reportThing(tx, noRateLimits, first, { kind: 'post', id: post._id, reason: 'money', words: 'Nobody decided on a payment.' }),
  )
  await at(2.1, () => reportThing(tx, noRateLimits, owner, { kind: 'post', id: post._id, reason: 'money', words: '' }))

  const visitor = actorOf(people.login.pending)
  const foundry = await findCircle(past, 'Foundry Works')
  const doubt = { reason: 'misleading', words: 'Is this really a building for homes?' } as const
  await at(9, () => reportThing(tx, noRateLimits, visitor, { kind: 'circle', id: foundry.id, ...doubt }))
  const { id } = await tx.selectFrom('reports').select('id').where('circle_id', '=', foundry.id).executeTakeFirstOrThrow()
  await at(8.5, () => decideReport(tx, actorOf(people.login.admin), id, { decision: 'dismissed' }))

  const harbor = await findCircle(past, 'Harbor Street Triples')
  const claim = { reason: 'misleading', words: 'The description promises a return that nobody can promise.' } as const
  await at(0.3, () => reportThing(tx, noRateLimits, visitor, { kind: 'circle', id: harbor.id, ...claim }))
}
