import { sql } from 'kysely'
import type { Acquisition, StartOptions } from '#contract/acquisition.ts'
import type { Circle } from '#contract/circles.ts'
import type { CircleDocument } from '#contract/documents.ts'
import type { Property } from '#contract/properties.ts'
import { priceArcs, shareCount } from '#domain/arcs.ts'
import type { MinimumShareSize } from '#domain/choices.ts'
import { calendarDayOf } from '#domain/dates.ts'
import { currentConsent } from '#domain/signing.ts'
import { insertPaper, stepUpFor } from './buying-circle.ts'
import { circleForm } from './circle-form.ts'
import { paper, upload } from './documents.ts'
import { inDays } from './motion-circle.ts'
import type { Person } from './seed.ts'
import type { Answer, ApiUnderTest, TestApp } from './test-app.ts'
import { inOneDay, listing, passClosingDate, setClosingDate } from './voting-circle.ts'
import { insertUsableDetails } from './where-to-pay.ts'

type Terms = {
  readonly target?: number
  readonly size?: MinimumShareSize
  readonly names?: readonly string[]
  readonly price?: number
  readonly ownershipStructure?: string
}

/** A full circle whose property passed at its closing date; who holds how many arcs, the owner first. Everybody has agreed to the charter. */
export async function createPassedCircle(testApp: ApiUnderTest, arcs: readonly number[], terms: Terms = {}) {
  const { target = 100_000, size = '1/4', names, price = 180_000, ownershipStructure = 'llc' } = terms
  const people: Person[] = []
  for (const index of arcs.keys())
    people.push(await testApp.seed.investor({ firstName: names?.[index] ?? `Member${index}`, lastName: 'Smith' }))
  const [owner, ...members] = people as [Person, ...Person[]]
  const prices = priceArcs(target, shareCount(size))
  const firstOf = (index: number) => arcs.slice(0, index).reduce((sum, count) => sum + count, 0)
  const amountOf = (index: number) => prices.slice(firstOf(index), firstOf(index + 1)).reduce((sum, each) => sum + each, 0)
  const form = circleForm({
    totalTargetSize: target,
    minimumShareSize: size,
    ownerInvestmentAmount: amountOf(0),
    ownershipStructure,
  })
  const circle = (await testApp.call(owner, 'POST', 'app/circle', form)).data<Circle>()
  const broker = await testApp.seed.broker({ firstName: 'Dana', lastName: 'Whitfield' })
  await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
  for (const [index, member] of members.entries()) {
    const investmentAmount = amountOf(index + 1)
    const joined = await testApp.call(member, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount })
    if (joined.status !== 200) throw new Error(`joining answered ${joined.status}: ${joined.text}`)
  }
  const held = sql`update arcs set held_since = clock_timestamp() - interval '30 days' where circle_id = ${circle._id}`
  await held.execute(testApp.db)
  const passProperty = async (changes: object = {}, preferences: readonly (string | null)[] = people.map(() => 'invest')) => {
    const form = { ...listing, price, ...changes, circle: circle._id }
    const property = (await testApp.call(owner, 'POST', 'app/property', form)).data<Property>()
    for (const [index, preference] of preferences.entries()) {
      if (people[index] && preference) await testApp.call(people[index], 'PUT', `app/property-preference/${property._id}`, { preference })
    }
    await setClosingDate(testApp, owner, property, inOneDay())
    await passClosingDate(testApp, property._id)
    await sql`update decisions set held_before = clock_timestamp() - interval '1 day' where property_id = ${property._id}`.execute(
      testApp.db,
    )
    await testApp.call(owner, 'GET', `app/property/${circle._id}`)
    return property
  }
  const property = await passProperty()
  const url = `app/acquisition/${circle._id}`
  const required = (answer: Answer): Acquisition => {
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
    return answer.data<Acquisition>()
  }
  const read = async (person: Person) => required(await testApp.call(person, 'GET', url))
  const stepOf = async (key: string) => {
    const step = (await read(owner)).steps.find((each) => each.key === key)
    if (!step) throw new Error(`there is no step ${key}`)
    return step
  }
  return {
    circle,
    people,
    owner,
    members,
    broker,
    property,
    url,
    required,
    read,
    stepOf,
    passProperty,
    start: (person: Person = owner, propertyId: string = property._id) => testApp.call(person, 'POST', url, { propertyId }),
    options: async (person: Person = owner) => (await testApp.call(person, 'GET', `${url}/start-options`)).data<StartOptions>(),
    done: async (person: Person, key: string, body?: object) => {
      if (key === 'wire') await stepUpFor(testApp, person, 'confirm_money')
      return testApp.call(person, 'POST', `${url}/step/${(await stepOf(key))._id}/done`, body)
    },
    skip: async (person: Person, key: string, reason = 'Not needed') =>
      testApp.call(person, 'POST', `${url}/step/${(await stepOf(key))._id}/skip`, { reason }),
    change: async (person: Person, key: string, body: object) =>
      testApp.call(person, 'PUT', `${url}/step/${(await stepOf(key))._id}`, body),
    stage: async () => (await testApp.call(owner, 'GET', `app/circle/${circle._id}/stage`)).data<{ stage: string }>().stage,
  }
}

/** The same circle, whose owner has started to buy. */
export async function createPurchaseCircle(testApp: TestApp, arcs: readonly number[], terms: Terms = {}) {
  const made = await createPassedCircle(testApp, arcs, terms)
  const purchase = made.required(await made.start())
  const circleId = made.circle._id
  const { id: account } = await testApp.db
    .selectFrom('bank_accounts')
    .select('id')
    .where('circle_id', '=', circleId)
    .executeTakeFirstOrThrow()
  const url = `app/call/${circleId}`
  const expectOk = (answer: Answer): Answer => {
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
    return answer
  }
  const confirmFor = (person: Person) => stepUpFor(testApp, person, 'confirm_money')
  /** A payment that counts by its paper and the word of up to two others. */
  const pay = async (payer: Person, amountCents: number, more: object = {}): Promise<void> => {
    const documentVersionId = await insertPaper(testApp, circleId, payer)
    const body = { amountCents, day: today(), bankAccountId: account, documentVersionId, ...more }
    expectOk(await testApp.call(payer, 'POST', `${url}/contribution`, body))
    const { id } = await testApp.db
      .selectFrom('contributions')
      .select('id')
      .where('circle_id', '=', circleId)
      .orderBy('recorded_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const person of made.people.filter(({ _id }) => _id !== payer._id).slice(0, 2)) {
      await confirmFor(person)
      expectOk(await testApp.call(person, 'POST', `${url}/contribution/${id}/word`))
    }
  }
  const call = async (amountCents: number) =>
    expectOk(await testApp.call(made.owner, 'POST', url, { amountCents, dueDay: '2099-01-31', why: 'The closing' }))
  const nameAgreement = async (): Promise<CircleDocument> => {
    const documents = `app/document/${circleId}`
    const fileKey = await upload(testApp, made.owner, paper('agreement'))
    const added = await testApp.call(made.owner, 'POST', documents, { title: 'Operating agreement', shelf: 'agreement', fileKey })
    const document = expectOk(added).data<CircleDocument>()
    expectOk(await testApp.call(made.owner, 'POST', `${documents}/${document._id}/ask`, { versionId: document.newest._id }))
    expectOk(await made.change(made.owner, 'agreement_signed', { documentVersionId: document.newest._id }))
    return document
  }
  const sign = async (person: Person, document: CircleDocument): Promise<void> => {
    await stepUpFor(testApp, person, 'sign')
    const { _id: versionId, sha256 } = document.newest
    const body = { versionId, sha256, name: `${person.firstName} Smith`, consentVersion: currentConsent.version }
    expectOk(await testApp.call(person, 'POST', `app/document/${circleId}/${document._id}/sign`, body))
  }
  const makeWhereToPay = () =>
    insertUsableDetails(testApp.db, {
      circleId,
      bankAccountId: null,
      acquisitionId: purchase._id,
      namedBy: made.owner._id,
      confirmedBy: made.members[0]?._id ?? made.owner._id,
    })
  /** Proposes a motion for which everyone votes, so that it closes at once. */
  const decide = async (facts: object, payee: string | null = null, choice: 'yes' | 'no' = 'yes'): Promise<void> => {
    const motions = `app/motion/${circleId}`
    const body = { title: 'A motion', text: 'It is time.', facts, payee, closesAt: inDays(3) }
    const { _id } = expectOk(await testApp.call(made.owner, 'POST', motions, body)).data<{ _id: string }>()
    for (const person of made.people) expectOk(await testApp.call(person, 'POST', `${motions}/${_id}/vote`, { choice }))
  }
  const today = () => calendarDayOf(new Date(), 'America/Denver')
  return {
    ...made,
    acquisitionId: purchase._id,
    account,
    pay,
    call,
    nameAgreement,
    sign,
    makeWhereToPay,
    confirmFor,
    decide,
    today,
    /** Without a loan: the agreement is signed, everyone pays their part of $80,000, and $60,000 are sent to the title company. */
    sendWire: async (): Promise<void> => {
      for (const key of ['offer', 'inspection', 'title', 'insurance']) expectOk(await made.done(made.owner, key))
      expectOk(await made.skip(made.owner, 'loan', 'We buy without a loan'))
      const document = await nameAgreement()
      for (const person of made.people) await sign(person, document)
      await makeWhereToPay()
      await call(8_000_000)
      const perArc = 8_000_000 / arcs.reduce((sum, count) => sum + count, 0)
      for (const [index, person] of made.people.entries()) await pay(person, perArc * (arcs[index] ?? 0))
      expectOk(await made.done(made.owner, 'wire', { amountCents: 6_000_000 }))
    },
    settle: async (lines: readonly object[], more: object = {}, person: Person = made.owner) =>
      testApp.call(person, 'POST', `${made.url}/settlement`, {
        day: today(),
        lines,
        documentVersionId: await insertPaper(testApp, circleId, made.owner),
        ...more,
      }),
    confirm: async (person: Person, settlementId: string) =>
      testApp.call(person, 'POST', `${made.url}/settlement/${settlementId}/confirm`, { settlementId }),
    giveUp: (person: Person = made.owner) => testApp.call(person, 'POST', `${made.url}/give-up`, { reason: 'The roof' }),
  }
}
