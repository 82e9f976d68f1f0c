import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { WhereToPay } from '#contract/where-to-pay.ts'
import type { Database } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { writeRecord } from '#server/shared/deciding/write-record.ts'
import { dateStage } from '#server/shared/stages/stages.ts'
import { createMotionCircle } from './motion-circle.ts'
import type { Person } from './seed.ts'
import type { ApiUnderTest } from './test-app.ts'

type Ready = {
  readonly circleId: string
  /** Null: the title company, for this purchase. */
  readonly bankAccountId: string | null
  readonly acquisitionId?: string
  readonly namedBy: string
  readonly confirmedBy: string
}

/** Details that were named and confirmed ten days ago, so that money may be paid there. What is encrypted cannot be read. */
export async function insertUsableDetails(db: Database, { circleId, bankAccountId, acquisitionId, namedBy, confirmedBy }: Ready) {
  const [id, past] = [newId(), new Date(Date.now() - 10 * 86_400_000)]
  const place = bankAccountId ? { bank_account_id: bankAccountId } : { acquisition_id: acquisitionId ?? '' }
  await db
    .insertInto('pay_details')
    .values({ id, circle_id: circleId, ...place, named_by: namedBy, named_at: past, key_id: 'test', sealed: randomBytes(60) })
    .execute()
  await db
    .insertInto('pay_detail_events')
    .values({ id: newId(), pay_detail_id: id, kind: 'confirmed', by: confirmedBy, at: past })
    .execute()
  return id
}

/** As if the person had just confirmed with their password or a passkey. */
export async function stepUpFor(testApp: ApiUnderTest, person: Person): Promise<void> {
  await sql`
    insert into step_ups (session_id, purpose, means, expires_at)
    select id, 'where_to_pay', 'password', now() + interval '5 minutes' from sessions where user_id = ${person._id} and ended_at is null
    on conflict (session_id, purpose) do update set expires_at = excluded.expires_at`.execute(testApp.db)
}

/** A row of the decision record, for rows that follow from one. */
const insertRecord = (db: Database, circleId: string, actorId: string): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const charter = await readCurrentCharter(tx, circleId)
    return writeRecord(tx, { circleId, kind: 'rules', cause: 'rules', actorId, charter })
  })

/** A purchase that is going on, without its steps and money. */
export async function insertPurchase(db: Database, circleId: string, owner: Person, property: { readonly _id: string }): Promise<string> {
  const id = newId()
  const values = { id, circle_id: circleId, property_id: property._id, price: 845_000, structure: 'LLC', charter_version: 1 }
  await db
    .insertInto('acquisitions')
    .values({ ...values, record_id: await insertRecord(db, circleId, owner._id), started_by: owner._id })
    .execute()
  await db.updateTable('circles').set({ holding: 'buying' }).where('id', '=', circleId).execute()
  await db.transaction().execute((tx) => dateStage(tx, circleId))
  return id
}

/** As if a motion had named them. */
export async function makeTreasurer(db: Database, circleId: string, member: Person): Promise<void> {
  const recordId = await insertRecord(db, circleId, member._id)
  await sql`insert into treasurers (circle_id, user_id, record_id) values (${circleId}, ${member._id}, ${recordId})`.execute(db)
}

/** Moves everything that happened to details into the past, as if time had gone by. Triggers are off for these statements. */
export const passPayDays = (testApp: ApiUnderTest, circleId: string, days: number): Promise<void> =>
  testApp.db.transaction().execute(async (tx) => {
    await sql`alter table pay_details disable trigger pay_details_fixed`.execute(tx)
    await sql`alter table pay_detail_events disable trigger pay_detail_events_append_only`.execute(tx)
    await sql`update pay_detail_events set at = at - make_interval(secs => ${days * 86_400})
      where pay_detail_id in (select id from pay_details where circle_id = ${circleId})`.execute(tx)
    await sql`update pay_details set named_at = named_at - make_interval(secs => ${days * 86_400}) where circle_id = ${circleId}`.execute(
      tx,
    )
    await sql`alter table pay_detail_events enable trigger pay_detail_events_append_only`.execute(tx)
    await sql`alter table pay_details enable trigger pay_details_fixed`.execute(tx)
  })

/** What happened to the details of a circle, in order of time. */
export const payEventsOf = ({ db }: ApiUnderTest, circleId: string) =>
  db
    .selectFrom('pay_detail_events')
    .innerJoin('pay_details', 'pay_details.id', 'pay_detail_events.pay_detail_id')
    .select(['pay_detail_id', 'kind', 'by'])
    .where('circle_id', '=', circleId)
    .orderBy('at')
    .execute()

/** An account number that is searched for everywhere else. */
export const canary = '9081726354'

export const payForm = (bankAccountId: string | null = null, accountNumber = canary) => ({
  bankAccountId,
  payee: 'Front Range Title',
  bank: 'First Bank of Denver',
  routingNumber: '021000021',
  accountNumber,
})

export const calledNumber = { number: '(303) 555-0142', found: 'the state’s licence page' }

/** A circle that is buying, with the acts of its members on where to pay; each act confirms first that it is them. */
export async function createPayingCircle(testApp: ApiUnderTest, arcs: readonly number[] = [4, 3, 2, 2, 1]) {
  const made = await createMotionCircle(testApp, arcs)
  const property = (
    await testApp.call(made.owner, 'POST', 'app/property', {
      address: '24 Ferry Court',
      city: 'Denver',
      state: 'CO',
      zipCode: '80240',
      price: 845_000,
      listingStatus: 'available',
      url: 'https://listings.example/1',
      circle: made.circle._id,
    })
  ).data<{ _id: string }>()
  const acquisitionId = await insertPurchase(testApp.db, made.circle._id, made.owner, property)
  const url = `app/where-to-pay/${made.circle._id}`
  const act = async (person: Person, path: string, body?: object, headers?: Readonly<Record<string, string>>) => {
    await stepUpFor(testApp, person)
    return testApp.call(person, 'POST', `${url}${path}`, body, headers)
  }
  const read = async (person: Person = made.owner) => (await testApp.call(person, 'GET', url)).data<WhereToPay>()
  /** The details that were named last. */
  const latest = async (bankAccountId: string | null = null) => {
    const place = (await read()).places.find((each) => each.bankAccountId === bankAccountId)
    return place?.coming.at(-1)?._id ?? place?.inForce?._id ?? ''
  }
  return {
    ...made,
    acquisitionId,
    url,
    act,
    read,
    latest,
    name: (person: Person, form: object = payForm()) => act(person, '', form),
    confirm: (person: Person, id: string, body: object = calledNumber) => act(person, `/${id}/confirm`, body),
    stop: (person: Person, id: string) => act(person, `/${id}/stop`),
    callBack: (person: Person, id: string) => act(person, `/${id}/call-back`, calledNumber),
    show: (person: Person, id: string, headers?: Readonly<Record<string, string>>) => act(person, `/${id}/show`, undefined, headers),
    /** Named by the owner, confirmed by the first member, and waited for. */
    usable: async (form: { readonly bankAccountId: string | null } = payForm()) => {
      await act(made.owner, '', form)
      const id = await latest(form.bankAccountId)
      await act(made.members[0] as Person, `/${id}/confirm`, calledNumber)
      await passPayDays(testApp, made.circle._id, 4)
      return id
    },
  }
}
