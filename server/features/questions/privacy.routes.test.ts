import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Circle } from '#contract/circles.ts'
import type { Question } from '#contract/questions.ts'
import { portraitName } from '#domain/files.ts'
import { buildApp } from '#server/app.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { buyArcs } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { png, type StoreTestApp, startStoreTestApp } from '#server/testing/store-suite.ts'

/** Words that must not be found where they are not meant to be shown. */
const canaries = { ownerFirst: 'Zelphine', ownerLast: 'Quorvath', askerFirst: 'Brimwick', askerLast: 'Tolvanger', file: 'Xanthippe' }

let testApp: StoreTestApp
let circle: Circle
let owner: Person
let asker: Person
let declined: Question
const readers: Record<string, Person | null> = { visitor: null }

const read = (person: Person | null, rest: string) =>
  testApp.call(person, 'GET', `${person ? 'app' : 'public'}/circle/${circle._id}${rest}`).then(({ text }) => text)
const show = (showsAbout: boolean) => testApp.call(owner, 'PUT', 'app/profile', { about: 'A joiner.', showsAbout })

/** The page as the server writes it. */
async function firstPaint(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'arcstead-page-'))
  await mkdir(path.join(root, 'dist/web'), { recursive: true })
  await copyFile(path.join(testApp.services.root, 'web/index.html'), path.join(root, 'dist/web/index.html'))
  const site = await buildApp({ ...testApp.services, root })
  const { body } = await site.inject({ url: `/circle-public/${circle._id}` })
  await site.close()
  await rm(root, { recursive: true })
  return body
}

beforeAll(async () => {
  testApp = await startStoreTestApp({})
  const { seed, call } = testApp
  owner = await seed.investor({ firstName: canaries.ownerFirst, lastName: canaries.ownerLast, email: 'zq-canary@test.example' })
  asker = await seed.pending({ firstName: canaries.askerFirst, lastName: canaries.askerLast, email: 'bt-canary@test.example' })
  // Someone else made the circle: a creator's first name is public by specification.
  const creator = await seed.investor({ firstName: 'Greta', lastName: 'Maker' })
  circle = (await call(creator, 'POST', 'app/circle', circleForm())).data<Circle>()
  await buyArcs(testApp, owner, circle)
  await call(creator, 'POST', `app/circle/${circle._id}/owner`, { user: owner._id })
  readers.stranger = await seed.investor()
  readers.pending = await seed.pending()
  readers.unconfirmed = await seed.pending({ emailConfirmed: false })
  const ask = async (text: string) => (await call(asker, 'POST', `app/circle/${circle._id}/question`, { text })).data<Question>()
  const answered = await ask('Is there a lift?')
  declined = await ask('Who are your tenants?')
  await ask('Still waiting')
  await call(owner, 'POST', `app/question/${answered._id}/answer`, { text: 'No lift.' })
  await call(owner, 'POST', `app/question/${declined._id}/decline`)
})
afterAll(() => testApp.close())

const expectNone = (text: string, words: readonly string[]) => {
  for (const word of words) expect(text.toLowerCase().includes(word.toLowerCase()), `${word} in ${text.slice(0, 2_000)}`).toBe(false)
}

describe('what outsiders get', () => {
  test('never contains an address, a last name or an id, and no name of an owner who is not shown', async () => {
    const { ownerFirst, ownerLast, askerLast } = canaries
    const never = [ownerLast, askerLast, '@test.example', owner._id, asker._id, 'Who are your tenants', 'Still waiting']
    for (const showsAbout of [false, true, false]) {
      await show(showsAbout)
      const hidden = showsAbout ? never : [...never, ownerFirst]
      for (const [name, person] of Object.entries(readers)) {
        for (const rest of ['', '/before-joining']) {
          const text = await read(person, rest)
          expect(text, name).toContain(rest ? 'Is there a lift?' : circle.title)
          expectNone(text, hidden)
        }
        expect((await read(person, '/before-joining')).includes(ownerFirst), name).toBe(showsAbout)
      }
      expectNone(await firstPaint(), [...never, ownerFirst, canaries.askerFirst])
    }
  })

  test('of members contains no question that waits or was declined, and no address of an asker', async () => {
    const member = await testApp.seed.investor()
    await buyArcs(testApp, member, circle)
    expectNone(await read(member, '/before-joining'), [canaries.askerLast, canaries.ownerLast, '@test.example', 'tenants', 'Still waiting'])
  })
})

test('mails about questions contain no last name and no address of the other', async () => {
  await testApp.runJobs()
  const mails = await testApp.db.selectFrom('mails').select(['template', 'to_address', 'subject', 'props', 'body']).execute()
  const about = mails.filter(({ template }) => template.startsWith('question-'))
  expect(about.map(({ template }) => template).sort()).toEqual(['question-answered', 'question-asked', 'question-asked', 'question-asked'])
  for (const { to_address, subject, props, body } of about) {
    const others = to_address === owner.email ? [canaries.askerLast, asker.email] : [canaries.ownerFirst, canaries.ownerLast, owner.email]
    expectNone(`${subject} ${JSON.stringify(props)} ${body}`, others)
  }
})

describe('the owner’s picture', () => {
  const sign = (person: Person | null, key: string) =>
    testApp.call(person, 'GET', `app/s3/get-signed-url/${encodeURIComponent(key)}`).then(({ status }) => status)
  const shownKey = async () => JSON.parse(await read(null, '/before-joining')).data.owner.shown?.profileImageKey ?? null

  test('is read by visitors only while it is shown, and no other file with it', async () => {
    const upload = async (name: string) => {
      const { signedPostUrl, objectId } = await testApp.begin(owner, name, 'image/png', { isViewableByAnyUser: true })
      expect((await testApp.send(signedPostUrl, 'image/png', png())).status).toBe(200)
      return objectId
    }
    // As the page names it; and with a name of the person's own choice.
    const [neutral, telling] = [await upload(portraitName('image/png')), await upload(`${canaries.file}.png`)]
    const choose = (profileImageKey: string) => testApp.call(owner, 'PUT', 'app/profile', { profileImageKey })
    expect((await choose(neutral)).status).toBe(200)
    await show(false)
    expect([await sign(null, neutral), await shownKey()]).toEqual([404, null])
    await show(true)
    expect([await sign(null, neutral), await shownKey()]).toEqual([200, neutral])
    expect(await sign(null, telling)).toBe(404)
    await show(false)
    expect([await sign(null, neutral), await shownKey()]).toEqual([404, null])

    await show(true)
    expect((await choose(telling)).status).toBe(200)
    expect(await shownKey()).toBeNull()
    expectNone(await read(null, '/before-joining'), [canaries.file])
    expect(await sign(null, neutral)).toBe(404)
  })
})
