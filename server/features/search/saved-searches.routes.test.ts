import { describe, expect } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Notice } from '#contract/notices.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { buyArcs, createCircle, fullCircle } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const save = (testApp: TestApp, person: Person, address: string, byMail?: boolean) =>
  testApp.call(person, 'POST', 'app/saved-search', { address, byMail })
const saved = async (testApp: TestApp, person: Person) => (await testApp.call(person, 'GET', 'app/saved-search')).data<SavedSearch[]>()
const words = async (testApp: TestApp, person: Person) => {
  await testApp.runJobs()
  return (await testApp.call(person, 'GET', 'app/notice')).data<{ items: Notice[] }>().items.map((notice) => notice.words)
}
/** A circle whose words no other test searches for. */
let made = 0
const unusual = () => `Quillwort ${Date.now().toString(36)}${++made}x`
const createTitled = async (testApp: TestApp, owner: Person, title: string, hideCircle = false) =>
  (await testApp.call(owner, 'POST', 'app/circle', { ...circleForm({}, { title }), hideCircle })).data<Circle>()
const changeCircle = (testApp: TestApp, owner: Person, circle: Circle, change: object) =>
  testApp.call(owner, 'PUT', `app/circle/${circle._id}`, change)
const forText = (text: string) => new URLSearchParams({ q: text }).toString()
const mailsTo = async (testApp: TestApp, person: Person) =>
  (
    await testApp.db
      .selectFrom('mails')
      .select('props')
      .where('template', '=', 'search-matches')
      .where('user_id', '=', person._id)
      .execute()
  ).map(({ props }) => props as { count: number; circles: { title: string; search: string }[] })

describe('a search', () => {
  test('is saved once by its filters, without page, order and map area, and is named by its words', async ({ testApp }) => {
    const person = await testApp.seed.pending()
    const address = 'propertyTypes=land&maxArcPrice=75000&hasFreeArcs=true&lat=39.7&lng=-105&radius=25&city=Denver'
    const first = (await save(testApp, person, `${address}&sort=title&page=3&bbox=1,2,3,4&utm=x`)).data<SavedSearch>()
    expect(first).toMatchObject({ words: 'Denver, 25 miles, Land, one arc up to $75,000, with free arcs', byMail: false, matches: 0 })
    expect((await save(testApp, person, address, true)).data()).toEqual({ ...first, byMail: true })
    expect(await saved(testApp, person)).toEqual([{ ...first, byMail: true }])
    expect(await saved(testApp, await testApp.seed.investor())).toEqual([])
  })

  test('without a filter, or too long, is refused, and so is the eleventh', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    expect((await save(testApp, person, 'sort=title&page=2')).body.error).toBe('Please choose a place or a filter first.')
    const long = '漢'.repeat(200)
    expect((await save(testApp, person, `q=${long}&lat=1&lng=1&city=${long}`)).body.error).toContain('too long to be kept')
    for (let nth = 1; nth <= 10; nth++) expect((await save(testApp, person, `q=mill${nth}`)).status).toBe(200)
    const refused = await save(testApp, person, 'q=mill11')
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'You keep 10 searches, which is the most. Take one away in your profile first.',
    ])
    const replies = await Promise.all(['q=a1', 'q=a2'].map((address) => save(testApp, person, address)))
    expect(replies.map(({ status }) => status)).toEqual([409, 409])
    expect((await save(testApp, person, 'q=mill3')).status).toBe(200)
    expect(await saved(testApp, person)).toHaveLength(10)
  })

  test('is changed and deleted by its owner only', async ({ testApp }) => {
    const [person, other] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const { _id } = (await save(testApp, person, 'q=mill')).data<SavedSearch>()
    for (const [who, status] of [
      [other, 404],
      [person, 200],
    ] as const)
      expect((await testApp.call(who, 'PUT', `app/saved-search/${_id}`, { byMail: true })).status).toBe(status)
    expect((await testApp.call(other, 'DELETE', `app/saved-search/${_id}`)).status).toBe(404)
    expect(await saved(testApp, person)).toMatchObject([{ byMail: true }])
    expect((await testApp.call(person, 'DELETE', `app/saved-search/${_id}`)).status).toBe(204)
    expect(await saved(testApp, person)).toEqual([])
  })
})

describe('a saved search tells of', () => {
  test('a circle that is created afterwards, once, but not its owner', async ({ testApp }) => {
    const [owner, person] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const title = unusual()
    await createTitled(testApp, owner, title)
    for (const each of [owner, person]) await save(testApp, each, forText(title))
    expect(await words(testApp, person)).toEqual([])
    const circle = await createTitled(testApp, owner, `${title} again`)
    expect(await words(testApp, person)).toEqual([`${title} again is like your search “‘${title}’”`])
    expect(await words(testApp, owner)).not.toContain(expect.stringContaining('is like your search'))
    for (const change of [{ description: 'Other words that are long enough.' }, { hideCircle: true }, { hideCircle: false }])
      await changeCircle(testApp, owner, circle, change)
    expect(await words(testApp, person)).toHaveLength(1)
    expect(await saved(testApp, person)).toMatchObject([{ matches: 1 }])
  })

  test('a circle that comes to match by a change, but not one that matched before it was saved', async ({ testApp }) => {
    const [owner, person] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const title = unusual()
    const [old, other] = [await createTitled(testApp, owner, title), await createTitled(testApp, owner, 'Plain')]
    await save(testApp, person, forText(title))
    await changeCircle(testApp, owner, old, { description: 'Other words that are long enough.' })
    expect(await words(testApp, person)).toEqual([])
    await changeCircle(testApp, owner, other, { title: `${title} too` })
    expect(await words(testApp, person)).toHaveLength(1)
  })

  test('a hidden circle when it is shown, unless it had matched while it could be seen', async ({ testApp }) => {
    const [owner, early, late] = [await testApp.seed.investor(), await testApp.seed.investor(), await testApp.seed.investor()]
    const title = unusual()
    const circle = await createTitled(testApp, owner, title)
    await save(testApp, early, forText(title))
    await changeCircle(testApp, owner, circle, { hideCircle: true })
    await save(testApp, late, forText(title))
    expect(await words(testApp, late)).toEqual([])
    await changeCircle(testApp, owner, circle, { hideCircle: false })
    expect(await words(testApp, late)).toHaveLength(1)
    expect(await words(testApp, early)).toEqual([])
  })

  test('a circle that an administrator hid, when its report is taken back', async ({ testApp }) => {
    const [owner, early, late, admin] = await Promise.all([
      testApp.seed.investor(),
      testApp.seed.investor(),
      testApp.seed.investor(),
      testApp.seed.admin(),
    ])
    const title = unusual()
    const circle = await createTitled(testApp, owner, title)
    await save(testApp, early, forText(title))
    await testApp.call(early, 'POST', 'app/report', { kind: 'circle', id: circle._id, reason: 'misleading' })
    const { id } = await testApp.db.selectFrom('reports').select('id').where('circle_id', '=', circle._id).executeTakeFirstOrThrow()
    expect((await testApp.call(admin, 'POST', `admin/report/${id}/decision`, { decision: 'hidden' })).status).toBe(200)
    await save(testApp, late, forText(title))
    expect(await words(testApp, late)).toEqual([])
    expect((await testApp.call(admin, 'POST', `admin/report/${id}/show-again`)).status).toBe(200)
    expect(await words(testApp, late)).toEqual([`${title} is like your search “‘${title}’”`])
    expect(await words(testApp, early)).not.toContainEqual(expect.stringContaining('is like your search'))
  })

  test('a full circle whose arcs come free', async ({ testApp }) => {
    const { circle, owner, buyer } = await fullCircle(testApp)
    const [person, admin] = [await testApp.seed.investor(), await testApp.seed.admin()]
    await changeCircle(testApp, owner, circle, { title: unusual() })
    const { title } = (await testApp.call(null, 'GET', `public/circle/${circle._id}`)).data<Circle>()
    await save(testApp, person, `${forText(title)}&hasFreeArcs=true`)
    const held = (await testApp.call(owner, 'GET', `app/circle-membership/${circle._id}`)).data<{ _id: string; user: { _id: string } }[]>()
    await testApp.call(admin, 'DELETE', `admin/circle-membership/${held.find(({ user }) => user._id === buyer._id)?._id}`)
    expect(await words(testApp, person)).toHaveLength(1)
  })

  test('nothing that is hidden, and nobody who is suspended, deleted or in the circle', async ({ testApp }) => {
    const [owner, suspended, member] = [await testApp.seed.investor(), await testApp.seed.investor(), await testApp.seed.investor()]
    const title = unusual()
    for (const person of [suspended, member]) await save(testApp, person, forText(title))
    await createTitled(testApp, owner, title, true)
    expect(await words(testApp, member)).toEqual([])
    const circle = await createCircle(testApp, owner)
    await buyArcs(testApp, member, circle)
    await testApp.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', suspended._id).execute()
    await testApp.runJobs()
    await testApp.db.deleteFrom('notices').where('user_id', '=', member._id).execute()
    await changeCircle(testApp, owner, circle, { title })
    expect(await words(testApp, member)).toEqual([])
    const told = testApp.db.selectFrom('saved_search_matches').selectAll().where('circle_id', '=', circle._id)
    expect(await told.execute()).toEqual([])
  })
})

describe('the mail about new matches', () => {
  test('comes once with all of them, to people who want it', async ({ testApp }) => {
    const [owner, person, without] = [await testApp.seed.investor(), await testApp.seed.investor(), await testApp.seed.investor()]
    await testApp.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', person._id).execute()
    const title = unusual()
    await testApp.call(person, 'PUT', 'app/notice-settings', { mails: { search: false } })
    await save(testApp, person, forText(title), true)
    await save(testApp, without, forText(title), false)
    for (const each of ['one', 'two']) await createTitled(testApp, owner, `${title} ${each}`)
    const hidden = await createTitled(testApp, owner, `${title} three`)
    await testApp.runJobs()
    await changeCircle(testApp, owner, hidden, { hideCircle: true })
    await testApp.runTask('send-search-mails')
    await testApp.runTask('send-search-mails')
    const [mail, ...more] = await mailsTo(testApp, person)
    expect(more).toEqual([])
    expect(mail?.count).toBe(2)
    expect(mail?.circles.map((circle) => circle.title)).toEqual([`${title} two`, `${title} one`])
    expect(mail?.circles[0]?.search).toBe(`‘${title}’`)
    expect(await mailsTo(testApp, without)).toEqual([])

    await createTitled(testApp, owner, `${title} four`)
    await testApp.runJobs()
    await testApp.call(person, 'PUT', 'app/notice-settings', { mails: { search: false } })
    await testApp.runTask('send-search-mails')
    expect(await mailsTo(testApp, person)).toHaveLength(1)
  })

  test('does not come to people who are suspended', async ({ testApp }) => {
    const [owner, person] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const title = unusual()
    await save(testApp, person, forText(title), true)
    await createTitled(testApp, owner, title)
    await testApp.runJobs()
    await testApp.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person._id).execute()
    await testApp.runTask('send-search-mails')
    expect(await mailsTo(testApp, person)).toEqual([])
  })
})

test('saved searches are in the export, and are erased with the person', async ({ testApp }) => {
  const password = 'Correct-horse-7'
  const [owner, person] = [await testApp.seed.investor(), await testApp.seed.investor({ password })]
  const title = unusual()
  await save(testApp, person, forText(title))
  const circle = await createTitled(testApp, owner, title)
  await testApp.runJobs()
  expect((await exportOf(testApp, person)).data()).toMatchObject({
    savedSearches: [{ words: `‘${title}’`, byMail: false, circles: [{ circle: circle._id, circleTitle: title }] }],
  })
  await testApp.call(person, 'DELETE', `app/user/${person._id}`, { currentPassword: password })
  expect(await testApp.db.selectFrom('saved_searches').selectAll().where('user_id', '=', person._id).execute()).toEqual([])
})
