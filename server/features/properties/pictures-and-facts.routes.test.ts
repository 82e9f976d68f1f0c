import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#contract/errors.ts'
import type { Property } from '#contract/properties.ts'
import { ofEachFact, propertyFacts } from '#domain/property-facts.ts'
import { mostPictures, otherFirstPicture, pictureTwice, tooManyPictures } from '#domain/property-pictures.ts'
import { closeVotes } from '#server/features/deciding/close-votes.ts'
import { sweepFiles } from '#server/features/files/sweep-files.ts'
import { exportOf } from '#server/testing/export-data.ts'
import type { Person } from '#server/testing/seed.ts'
import { png, type StoreTestApp, startStoreTestApp } from '#server/testing/store-suite.ts'
import {
  createVotingCircle,
  inOneDay,
  listing,
  passClosingDate,
  setClosingDate,
  setClosingDateIn,
  type VotingCircle,
} from '#server/testing/voting-circle.ts'

let testApp: StoreTestApp
beforeAll(async () => {
  testApp = await startStoreTestApp({})
})
afterAll(() => testApp.close())

const upload = async (owner: Person) => (await testApp.offer(owner, 'image/png', png())).slot.objectId
const uploads = (owner: Person, count: number) => Promise.all(Array.from({ length: count }, () => upload(owner)))
const pictures = (...keys: string[]) => keys.map((imageUri) => ({ imageUri }))
const keysOf = (property: Property) => property.pictures.map(({ imageUri }) => imageUri)
const change = (person: Person, property: Property, body: object) => testApp.call(person, 'PUT', `app/property/${property._id}`, body)
const read = async (person: Person, { circle, property }: VotingCircle) =>
  (await testApp.call(person, 'GET', `app/property/${circle._id}?id=${property._id}`)).data<Property[]>()[0] as Property
const isReadable = async (person: Person, key: string) => (await testApp.read(person, key)).status === 200

const facts = { yearBuilt: 1906, bedrooms: 4, bathrooms: 2.5, livingArea: 2_140 }
const noFacts = ofEachFact(() => null)

describe('the facts of a property', () => {
  test('are optional, and are kept, changed and removed one by one', async () => {
    const votingCircle = await createVotingCircle(testApp, 1)
    const { owner, circle, property } = votingCircle
    expect(property).toMatchObject(noFacts)
    const added = (await testApp.call(owner, 'POST', 'app/property', { ...listing, ...facts, circle: circle._id })).data<Property>()
    expect(added).toMatchObject(facts)
    expect((await change(owner, property, { yearBuilt: 1906, bathrooms: 1.5 })).status).toBe(200)
    expect((await change(owner, property, { yearBuilt: null, price: 700_000 })).status).toBe(200)
    expect(await read(owner, votingCircle)).toMatchObject({ ...noFacts, bathrooms: 1.5, price: 700_000 })
  })

  test('are refused outside their limits, each with its sentence', async () => {
    const { owner, property } = await createVotingCircle(testApp, 0)
    for (const [field, value] of [
      ['yearBuilt', 1599],
      ['yearBuilt', 2101],
      ['yearBuilt', 1906.5],
      ['yearBuilt', '1906'],
      ['bedrooms', -1],
      ['bedrooms', 201],
      ['bathrooms', 1.25],
      ['bathrooms', 200.5],
      ['livingArea', 0],
      ['livingArea', 10_000_001],
    ] as const) {
      const answer = await change(owner, property, { [field]: value })
      expect([answer.status, answer.body.fields]).toEqual([400, [{ field, message: propertyFacts[field].message }]])
    }
  })

  test('are in the export of the person who added the property, with its pictures', async () => {
    const { owner, circle } = await createVotingCircle(testApp, 0)
    const key = await upload(owner)
    await testApp.call(owner, 'POST', 'app/property', { ...listing, ...facts, pictures: pictures(key), circle: circle._id })
    const { properties } = (await exportOf(testApp, owner)).data<{ properties: object[] }>()
    expect(properties).toContainEqual(expect.objectContaining({ ...facts, pictures: [key] }))
    expect(properties).toContainEqual(expect.objectContaining({ ...noFacts, pictures: [] }))
  })
})

describe('the pictures of a property', () => {
  test('keep their order, and the first one is the listing picture', async () => {
    const votingCircle = await createVotingCircle(testApp, 0)
    const { owner, property } = votingCircle
    const [a = '', b = '', c = ''] = await uploads(owner, 3)
    for (const [body, wanted] of [
      [{ pictures: pictures(a, b, c) }, [a, b, c]],
      [{ pictures: pictures(c, a, b) }, [c, a, b]],
      [{ price: 700_000 }, [c, a, b]],
      [{ pictures: pictures(c, b), listingImg: { imageUri: c } }, [c, b]],
      [{ pictures: [] }, []],
    ] as const) {
      const answer = await change(owner, property, body)
      expect([answer.status, answer.body.error]).toEqual([200, undefined])
      const shown = await read(owner, votingCircle)
      expect([keysOf(shown), shown.listingImg.imageUri]).toEqual([wanted, wanted[0] ?? null])
    }
  })

  test('follow the listing picture of clients that know only one', async () => {
    const votingCircle = await createVotingCircle(testApp, 0)
    const { owner, property } = votingCircle
    const [a = '', b = '', c = ''] = await uploads(owner, 3)
    for (const [listingImg, wanted] of [
      [{ imageUri: a }, [a]],
      [{ imageUri: null }, []],
    ] as const) {
      await change(owner, property, { listingImg })
      expect(keysOf(await read(owner, votingCircle))).toEqual(wanted)
    }
    const [d = '', e = ''] = await uploads(owner, 2)
    await change(owner, property, { pictures: pictures(b, c, d) })
    await change(owner, property, { listingImg: { imageUri: b }, price: 700_000 })
    expect(keysOf(await read(owner, votingCircle))).toEqual([b, c, d])
    await change(owner, property, { listingImg: { imageUri: d } })
    expect(keysOf(await read(owner, votingCircle))).toEqual([d, b, c])
    await change(owner, property, { listingImg: { imageUri: e } })
    expect(keysOf(await read(owner, votingCircle))).toEqual([e, b, c])
  })

  test('are at most twelve, each once, and agree with the listing picture', async () => {
    const { owner, property } = await createVotingCircle(testApp, 0)
    const [a = '', b = ''] = await uploads(owner, 2)
    for (const [body, message] of [
      [{ pictures: pictures(...Array.from({ length: mostPictures + 1 }, (_, index) => `${a}${index}`)) }, tooManyPictures],
      [{ pictures: pictures(a, b, a) }, pictureTwice],
      [{ pictures: pictures(a, b), listingImg: { imageUri: b } }, otherFirstPicture],
    ] as const) {
      const answer = await change(owner, property, body)
      expect([answer.status, answer.body.fields]).toEqual([400, [{ field: 'pictures', message }]])
    }
  })

  test('are added by the person who uploaded them, and put in order or removed by everyone who may edit', async () => {
    const votingCircle = await createVotingCircle(testApp, 1)
    const { owner, broker, property, members } = votingCircle
    const [member = owner] = members
    const [a = '', b = ''] = await uploads(owner, 2)
    const foreign = await change(broker, property, { pictures: pictures(a) })
    expect([foreign.status, foreign.body.error]).toEqual([400, refusals.file_not_yours.error])
    const text = (await testApp.offer(owner, 'text/plain', 'words')).slot.objectId
    expect((await change(owner, property, { pictures: pictures(a, text) })).body.error).toBe(refusals.file_kind_refused.error)
    expect(keysOf(await read(owner, votingCircle))).toEqual([])
    expect((await change(owner, property, { pictures: pictures(a, b) })).status).toBe(200)
    const own = await upload(broker)
    expect((await change(broker, property, { pictures: pictures(b, own, a) })).status).toBe(200)
    expect((await change(broker, property, { pictures: pictures(own, a) })).status).toBe(200)
    expect((await change(member, property, { pictures: [] })).status).toBe(403)
    expect(keysOf(await read(member, votingCircle))).toEqual([own, a])
  })

  test('are all readable in the circle; a removed one is not, and leaves the store', async () => {
    const { owner, broker, property, members } = await createVotingCircle(testApp, 1)
    const [member = owner] = members
    const outsider = await testApp.seed.investor()
    const [a = '', b = '', c = ''] = await uploads(owner, 3)
    await change(owner, property, { pictures: pictures(a, b, c) })
    for (const key of [a, b, c]) {
      for (const person of [member, broker]) expect(await isReadable(person, key)).toBe(true)
      expect(await isReadable(outsider, key)).toBe(false)
    }
    await change(owner, property, { pictures: pictures(c) })
    for (const key of [a, b]) expect(await isReadable(member, key)).toBe(false)
    await sweepFiles(testApp.db, testApp.services.files)
    const kept = await testApp.db.selectFrom('files').select('key').where('key', 'in', [a, b, c]).execute()
    expect(kept).toEqual([{ key: c }])
    expect(await isReadable(member, c)).toBe(true)
  })

  test('stay in the store while another property shows them, and when their uploader is gone', async () => {
    const { owner, property, circle } = await createVotingCircle(testApp, 0)
    const [a = '', b = ''] = await uploads(owner, 2)
    await change(owner, property, { pictures: pictures(a, b) })
    await testApp.call(owner, 'POST', 'app/property', { ...listing, pictures: pictures(b), circle: circle._id })
    await change(owner, property, { pictures: pictures(a) })
    await testApp.db.updateTable('files').set({ owner_id: null }).where('key', '=', a).execute()
    await sweepFiles(testApp.db, testApp.services.files)
    const kept = await testApp.db.selectFrom('files').select('key').where('key', 'in', [a, b]).execute()
    expect(kept.map(({ key }) => key).toSorted()).toEqual([a, b].toSorted())
  })
})

describe('a property whose vote has closed', () => {
  test('keeps its facts and pictures: every change is refused, and the record has the facts', async () => {
    const votingCircle = await createVotingCircle(testApp, 1)
    const { owner, property, broker } = votingCircle
    const [a = '', b = '', c = ''] = await uploads(owner, 3)
    await change(owner, property, { ...facts, pictures: pictures(a, b) })
    await votingCircle.vote(owner, 'invest')
    await setClosingDate(testApp, owner, property, inOneDay())
    await passClosingDate(testApp, property._id, 1)
    for (const body of [
      ...Object.keys(facts).map((fact) => ({ [fact]: null })),
      { yearBuilt: 1907 },
      { bathrooms: 3 },
      { pictures: pictures(b, a) },
      { pictures: pictures(a) },
      { pictures: pictures(a, b, c) },
      { pictures: [] },
      { listingImg: { imageUri: b } },
      { listingImg: null },
    ]) {
      const answer = await change(owner, property, body)
      expect([body, answer.status, answer.body.error]).toEqual([body, 409, refusals.property_locked.error])
      expect((await change(broker, property, body)).status).toBe(409)
    }
    const same = { ...facts, pictures: pictures(a, b), listingStatus: 'under_offer' }
    expect((await change(owner, property, same)).status).toBe(200)
    await closeVotes(testApp.db, testApp.services.settings)
    // Also if a change reached the table in another way.
    await testApp.db.updateTable('properties').set({ year_built: 2000, bedrooms: null }).where('id', '=', property._id).execute()
    expect(await read(owner, votingCircle)).toMatchObject({ ...facts, pictures: pictures(a, b) })
  })
})

test('a change of facts or pictures shortly before closing moves the closing date', async () => {
  for (const body of [{ bedrooms: 3 }, 'pictures'] as const) {
    const votingCircle = await createVotingCircle(testApp, 0)
    const { owner, property } = votingCircle
    await setClosingDate(testApp, owner, property, inOneDay())
    await setClosingDateIn(testApp, property._id, 60 * 60)
    await change(owner, property, body === 'pictures' ? { pictures: pictures(await upload(owner)) } : body)
    expect((await votingCircle.deciding(owner)).movedAt).not.toBeNull()
  }
})
