import { newId } from '#server/db/ids.ts'
import type { Person } from '#server/testing/seed.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { createVotingCircle, type VotingCircle } from '#server/testing/voting-circle.ts'
import type { Known } from './generate.ts'

export const roles = ['visitor', 'unverified', 'owner', 'member', 'outsider', 'broker', 'admin', 'suspended'] as const
export type Role = (typeof roles)[number]

/** A circle with an open vote and one person of every role. */
export type TestPeople = {
  readonly votingCircle: VotingCircle
  readonly people: Readonly<Record<Role, Person | null>>
  /** Existing ids, by the name of the field that would contain them. */
  readonly known: Known
}

export async function seedPeople(testApp: TestApp): Promise<TestPeople> {
  const votingCircle = await createVotingCircle(testApp, 2)
  const { owner, members, broker, circle, property } = votingCircle
  const member = members[0] ?? owner
  await votingCircle.vote(member, 'invest', { reason: 'A sound roof' })
  const post = await testApp.call(member, 'POST', `app/property/${property._id}/thread`, { text: 'How old is the roof?' })
  const people = {
    visitor: null,
    unverified: await testApp.seed.pending(),
    owner,
    member,
    outsider: await testApp.seed.investor(),
    broker,
    admin: await testApp.seed.admin(),
    suspended: await testApp.seed.investor({ status: 'suspended' }),
  }
  const users = [owner, ...members, broker, people.unverified, people.outsider].map(({ _id }) => _id)
  const memberships = await testApp.db.selectFrom('memberships').select('id').where('circle_id', '=', circle._id).execute()
  const sessions = await testApp.db.selectFrom('sessions').select('id').where('user_id', '=', member._id).execute()
  const notices = await testApp.db.selectFrom('notices').select('id').where('user_id', 'in', users).execute()
  const ids = {
    circle: [circle._id],
    property: [property._id],
    user: users,
    post: [post.data<{ _id: string }>()._id],
    any: [circle._id, property._id, ...users.slice(0, 2), ...memberships.map(({ id }) => id), ...sessions.map(({ id }) => id), newId()],
    notice: notices.map(({ id }) => id),
  }
  const names: Readonly<Record<string, readonly string[]>> = {
    circle: ids.circle,
    circleId: ids.circle,
    property: ids.property,
    propertyId: ids.property,
    user: ids.user,
    userId: ids.user,
    brokerId: [broker._id],
    createdBy: ids.user,
    uploadedBy: ids.user,
    actor: ids.user,
    subject: ids.any,
    member: ids.any,
    postId: ids.post,
    id: [...ids.any, ...ids.notice],
    _id: ids.any,
    email: users.map((id) => `${id}@test.example`),
    url: ['https://listings.example/418'],
    fileName: ['testApp.jpg'],
    contentType: ['image/jpeg', 'application/pdf'],
    text: ['Denver', 'Den'],
  }
  return { votingCircle, people, known: (name) => names[name] ?? [] }
}
