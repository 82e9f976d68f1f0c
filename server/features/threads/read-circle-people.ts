import type { CirclePerson } from '#contract/posts.ts'
import type { CircleRole } from '#domain/mentions.ts'
import type { Database } from '#server/db/connect.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'

/** Members as they joined, the owner first, then the circle's brokers. The treasurer was named by a motion, which members read only. */
export async function readCirclePeople(db: Database, circleId: string, showsTreasurer: boolean): Promise<CirclePerson[]> {
  const [members, brokers, treasurer] = await Promise.all([
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.first_name', 'users.last_name', 'memberships.is_owner'])
      .where('memberships.circle_id', '=', circleId)
      .where('memberships.ended_at', 'is', null)
      .orderBy('memberships.is_owner', 'desc')
      .orderBy('memberships.created_at')
      .orderBy('memberships.id')
      .execute(),
    db
      .selectFrom('broker_assignments')
      .innerJoin('users', 'users.id', 'broker_assignments.broker_id')
      .select(['users.id', 'users.first_name', 'users.last_name'])
      .where('broker_assignments.circle_id', '=', circleId)
      .orderBy('broker_assignments.assigned_at')
      .orderBy('users.id')
      .execute(),
    showsTreasurer ? readTreasurer(db, circleId) : null,
  ])
  const isBroker = (id: string) => brokers.some((broker) => broker.id === id)
  const roleOf = (id: string, isOwner: boolean): CircleRole | null => (isOwner ? 'owner' : id === treasurer ? 'treasurer' : null)
  const named = ({ id, first_name: firstName, last_name: lastName }: { id: string; first_name: string; last_name: string }) => ({
    _id: id,
    firstName,
    lastName,
  })
  return [
    ...members.map((member) => ({
      ...named(member),
      isMember: true,
      isBroker: isBroker(member.id),
      role: roleOf(member.id, member.is_owner),
    })),
    ...brokers
      .filter(({ id }) => !members.some((member) => member.id === id))
      .map((broker) => ({ ...named(broker), isMember: false, isBroker: true, role: 'broker' as const })),
  ]
}
