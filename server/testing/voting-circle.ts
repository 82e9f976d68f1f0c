import { sql } from 'kysely'
import type { Circle } from '#contract/circles.ts'
import type { Deciding, RecordRow } from '#contract/deciding.ts'
import type { Property } from '#contract/properties.ts'
import { defaultNoticeSeconds } from '#domain/notice-period.ts'
import { circleForm } from './circle-form.ts'
import type { Person } from './seed.ts'
import type { ApiUnderTest } from './test-app.ts'

export const listing = {
  address: '418 Alderstone Way',
  city: 'Denver',
  state: 'CO',
  zipCode: '80205',
  url: 'https://listings.example/418',
  price: 845_000,
  listingStatus: 'available',
}

export type VotingCircle = {
  readonly owner: Person
  readonly members: readonly Person[]
  readonly broker: Person
  readonly circle: Circle
  readonly property: Property
  vote(person: Person, preference: string | null, extra?: object): ReturnType<ApiUnderTest['call']>
  deciding(person: Person): Promise<Deciding>
}

/** A circle of twelve arcs at $75,000: three are the owner's, one per member; with a broker and a property. */
export async function createVotingCircle(testApp: ApiUnderTest, memberCount: number, names: readonly string[] = []): Promise<VotingCircle> {
  const owner = await testApp.seed.investor({ firstName: 'Olga', lastName: 'Owner' })
  const broker = await testApp.seed.broker({ firstName: 'Bruno', lastName: 'Broker' })
  const circle = (await testApp.call(owner, 'POST', 'app/circle', circleForm())).data<Circle>()
  await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
  const members: Person[] = []
  for (let index = 0; index < memberCount; index++) {
    const member = await testApp.seed.investor({ firstName: names[index] ?? 'Mia', lastName: 'Member' })
    await testApp.call(member, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 75_000 })
    members.push(member)
  }
  const property = (await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })).data<Property>()
  return {
    owner,
    members,
    broker,
    circle,
    property,
    vote: (person, preference, extra = {}) =>
      testApp.call(person, 'PUT', `app/property-preference/${property._id}`, { preference, ...extra }),
    deciding: async (person) => {
      const [shown] = (await testApp.call(person, 'GET', `app/property/${circle._id}?id=${property._id}`)).data<Property[]>()
      if (!shown?.deciding) throw new Error('the property tells nothing of where it stands')
      return shown.deciding
    },
  }
}

/** The circle's decision record, newest first. */
export const readRecord = async (testApp: ApiUnderTest, person: Person, circle: Circle, query = '') =>
  (await testApp.call(person, 'GET', `app/circle/${circle._id}/record${query}`)).data<{ items: RecordRow[]; total: number }>()

/** Far enough ahead to be accepted as a closing date. */
export const inOneDay = () => new Date(Date.now() + 26 * 60 * 60 * 1_000).toISOString()

export const setClosingDate = (testApp: ApiUnderTest, person: Person, property: Property, closesAt: unknown) =>
  testApp.call(person, 'PUT', `app/property/${property._id}/closing`, { closesAt })

/** Moves a closing date into the past; by default current holdings count as held in time. */
export const passClosingDate = (testApp: ApiUnderTest, propertyId: string, agoMilliseconds = 1_000) =>
  testApp.db
    .updateTable('decisions')
    .set({ closes_at: sql<Date>`clock_timestamp() - ${agoMilliseconds} * interval '1 millisecond'` })
    .where('property_id', '=', propertyId)
    .execute()

/** Moves the closing date to `seconds` from now, as if it had been set long ago. */
export const setClosingDateIn = (testApp: ApiUnderTest, propertyId: string, seconds: number) =>
  sql`update decisions set closes_at = clock_timestamp() + ${seconds} * interval '1 second',
    held_before = clock_timestamp() + ${seconds - defaultNoticeSeconds} * interval '1 second' where property_id = ${propertyId}`.execute(
    testApp.db,
  )

/** Ends the minute of all votes so far, so that the job moves them to the history. */
export const endVoteMinute = (testApp: ApiUnderTest) =>
  testApp.db.updateTable('pending_votes').set({ at: sql<Date>`at - interval '1 minute'` }).execute()

/** Sets how many seconds ago these people got their arcs. */
export const setHoldingAge = (testApp: ApiUnderTest, circleId: string, people: readonly Person[], seconds: number) =>
  sql`update arcs set held_since = clock_timestamp() - ${seconds} * interval '1 second' from memberships
    where memberships.id = arcs.membership_id and arcs.circle_id = ${circleId}
      and memberships.user_id = any (${people.map(({ _id }) => _id)}::uuid[])`.execute(testApp.db)
