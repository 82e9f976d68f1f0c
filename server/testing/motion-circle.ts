import { sql } from 'kysely'
import type { Circle } from '#contract/circles.ts'
import type { Motion } from '#contract/motions.ts'
import type { MotionChoice } from '#domain/motions.ts'
import { writeLedger } from '#server/shared/ledger/write-ledger.ts'
import { circleForm } from './circle-form.ts'
import type { Person } from './seed.ts'
import type { ApiUnderTest } from './test-app.ts'

const day = 86_400_000

export const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()

/** A full circle of $900,000 whose members have held these numbers of its twelve arcs for a week, the owner's first. */
export async function createMotionCircle(testApp: ApiUnderTest, arcs: readonly number[]) {
  const people = await Promise.all(arcs.map((_, index) => testApp.seed.investor({ firstName: `Member${index}`, lastName: 'Smith' })))
  const [owner, ...members] = people as [Person, ...Person[]]
  const price = 75_000
  const form = circleForm({ totalTargetSize: 12 * price, minimumShareSize: '1/12', ownerInvestmentAmount: (arcs[0] ?? 0) * price })
  const circle = (await testApp.call(owner, 'POST', 'app/circle', form)).data<Circle>()
  for (const [index, member] of members.entries()) {
    await testApp.call(member, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: (arcs[index + 1] ?? 0) * price })
  }
  await sql`update arcs set held_since = clock_timestamp() - interval '7 days' where circle_id = ${circle._id} and membership_id is not null`.execute(
    testApp.db,
  )
  const url = `app/motion/${circle._id}`
  const general = { title: 'Paint the fence', text: 'It is time.', facts: { kind: 'general' }, closesAt: inDays(3) }
  return {
    circle,
    owner,
    members,
    url,
    propose: (person: Person, changes: object = {}) => testApp.call(person, 'POST', url, { ...general, ...changes }),
    made: async (person: Person, changes: object = {}): Promise<Motion> => {
      const answer = await testApp.call(person, 'POST', url, { ...general, ...changes })
      if (answer.status !== 200) throw new Error(`proposing answered ${answer.status}: ${answer.text}`)
      return answer.data<Motion>()
    },
    vote: (person: Person, { _id }: { _id: string }, choice: MotionChoice, reason?: string) =>
      testApp.call(person, 'POST', `${url}/${_id}/vote`, { choice, reason }),
    read: async (person: Person, { _id }: { _id: string }) => (await testApp.call(person, 'GET', `${url}/${_id}`)).data<Motion>(),
  }
}

/** Moves a motion's closing date into the past, as if time had gone by. The trigger that locks it is off for this statement. */
export const passMotionClosing = (testApp: ApiUnderTest, motionId: string, agoMilliseconds = 1_000) =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`alter table motions disable trigger motions_locked_by_votes`.execute(tx)
    await sql`update motions set closes_at = clock_timestamp() - ${agoMilliseconds} * interval '1 millisecond',
      held_before = clock_timestamp() - interval '1 day' where id = ${motionId}`.execute(tx)
    await sql`alter table motions enable trigger motions_locked_by_votes`.execute(tx)
  })

/** Moves arcs from one member to another, the lowest first, as handing on arcs will. */
export const handOnArcs = (testApp: ApiUnderTest, circleId: string, from: Person, to: Person, most = 12) =>
  testApp.db.transaction().execute(async (tx) => {
    const memberships = await tx
      .selectFrom('memberships')
      .select(['id', 'user_id'])
      .where('circle_id', '=', circleId)
      .where('ended_at', 'is', null)
      .execute()
    const idOf = ({ _id }: Person) => memberships.find(({ user_id }) => user_id === _id)?.id ?? ''
    const held = await tx
      .selectFrom('arcs')
      .select(['number', 'price'])
      .where('membership_id', '=', idOf(from))
      .orderBy('number')
      .limit(most)
      .execute()
    const numbers = held.map(({ number }) => number)
    await tx
      .updateTable('arcs')
      .set({ membership_id: idOf(to) })
      .where('circle_id', '=', circleId)
      .where('number', 'in', numbers)
      .execute()
    await writeLedger(tx, { circleId, membershipId: idOf(from), userId: from._id, kind: 'removed', arcs: held, actorId: null })
    await writeLedger(tx, { circleId, membershipId: idOf(to), userId: to._id, kind: 'added', arcs: held, actorId: null })
  })
