import { writeInThread } from '#server/features/threads/write-in-thread.ts'
import { noRateLimits } from '#server/shared/limits/rate-limits.ts'
import { findCircle, memberOf, type Past } from './past.ts'

type Question = { readonly circle: string; readonly member: number; readonly daysAgo: number; readonly text: string }

/** In circles of the broker to sign in as. */
const questions: readonly Question[] = [
  { circle: 'Foundry Works', member: 1, daysAgo: 2.2, text: 'Is the crane rail part of the sale, and who inspected it last?' },
  { circle: 'Larkspur Terrace', member: 2, daysAgo: 0.9, text: 'The listing does not say how old the water heater is. Do you know?' },
]

/** Questions about each circle's newest property that no broker has answered yet. */
export async function writeBrokerQuestions(past: Past): Promise<void> {
  const { tx, at } = past
  for (const { circle: title, member, daysAgo, text } of questions) {
    const circle = await findCircle(past, title)
    const property = await tx
      .selectFrom('properties')
      .select(['id', 'uploaded_by'])
      .where('circle_id', '=', circle.id)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const topic = { subject: { column: 'property_id', id: property.id }, circleId: circle.id, author: property.uploaded_by } as const
    await at(daysAgo, () => writeInThread(tx, memberOf(circle, member), topic, { text, isBroker: false, limiter: noRateLimits }))
  }
}
