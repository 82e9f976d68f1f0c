import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnVerification } from '#contract/verification.ts'
import { rateLimits } from '#server/shared/limits/rate-limits.ts'
import { untilSomeoneWaits } from '#server/testing/change-before-lock.ts'
import type { Person } from '#server/testing/seed.ts'
import { png, type StoreTestApp, startStoreTestApp } from '#server/testing/store-suite.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { aDocument, verificationCalls } from '#server/testing/verification.ts'

let testApp: StoreTestApp
let admin: Person
let calls: ReturnType<typeof verificationCalls>
beforeAll(async () => {
  testApp = await startStoreTestApp({})
  admin = await testApp.seed.admin({ firstName: 'Ruth' })
  calls = verificationCalls(testApp, admin)
})
afterAll(() => testApp.close())

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

describe('what a waiting person gives', () => {
  test('is stored as a whole, shown to them and to administrators, and in the audit log', async () => {
    const owen = await testApp.seed.pending({ firstName: 'Owen', lastName: 'Pell' })
    expect(await calls.own(owen)).toEqual({
      state: 'waiting',
      question: null,
      decline: null,
      peopleBefore: expect.any(Number),
      given: { phone: '', bestTime: 'any', note: '', documents: [], sentAt: null },
    })
    const [licence, bill] = [await calls.upload(owen), (await testApp.offer(owen, 'application/pdf', pdf)).slot.objectId]
    const form = { phone: ' (720) 555-0188 ', bestTime: 'mornings', note: ' I sold my share of a bakery. ' }
    const sent = await calls.give(owen, { ...form, documents: [aDocument(licence), aDocument(bill, 'Water bill.pdf')] })
    expect(sent.status).toBe(200)
    const { given } = sent.data<OwnVerification>()
    expect(given).toMatchObject({ phone: '(720) 555-0188', bestTime: 'mornings', note: 'I sold my share of a bakery.' })
    expect(given.documents).toMatchObject([
      { key: licence, name: 'Driver’s licence, front.png', contentType: 'image/png', size: png().length },
      { key: bill, name: 'Water bill.pdf', contentType: 'application/pdf', size: pdf.length },
    ])
    const seen = await calls.review(owen)
    expect(seen.given).toEqual(given)
    expect(seen).toMatchObject({ state: 'waiting', lastDecision: null, user: { _id: owen._id, email: owen.email } })
    const newestFirst = [
      ['sent', 'Owen Pell', null],
      ['document', 'Owen Pell', 'Water bill.pdf'],
      ['document', 'Owen Pell', 'Driver’s licence, front.png'],
    ]
    expect(seen.steps.map(({ kind, by, words }) => [kind, by, words])).toEqual(newestFirst)
    await testApp.db
      .updateTable('verification_documents')
      .set({ added_at: new Date(given.sentAt ?? '') })
      .where('user_id', '=', owen._id)
      .execute()
    const inOneMillisecond = (await calls.review(owen)).steps
    expect(inOneMillisecond.map(({ kind, by, words }) => [kind, by, words])).toEqual(newestFirst)

    const replaced = await calls.give(owen, { documents: [aDocument(bill, 'ignored: the name stays')] })
    expect(replaced.data<OwnVerification>().given).toMatchObject({
      phone: '',
      note: '',
      documents: [{ key: bill, name: 'Water bill.pdf' }],
    })
    expect((await calls.auditOf(owen)).map(({ act, facts }) => [act, facts])).toEqual([
      ['verification.given', { added: 2, removed: 0, documents: 2 }],
      ['verification.given', { added: 0, removed: 1, documents: 1 }],
    ])
    // The removed file has no owner any more: neither the person nor the sweep keeps it.
    expect((await testApp.read(owen, licence)).status).toBe(404)
  })

  test('has at most three documents, of a size and kind that may be uploaded, and fits its limits', async () => {
    const owen = await testApp.seed.pending()
    const keys = [await calls.upload(owen), await calls.upload(owen), await calls.upload(owen), await calls.upload(owen)]
    const fieldsOf = async (body: object) => {
      const answer = await calls.give(owen, body)
      return [answer.status, answer.body.fields?.map(({ field }) => field)]
    }
    expect(await fieldsOf({ documents: keys.map((key) => aDocument(key)) })).toEqual([400, ['documents']])
    expect(await fieldsOf({ phone: 'call me' })).toEqual([400, ['phone']])
    expect(await fieldsOf({ note: 'x'.repeat(1_001) })).toEqual([400, ['note']])
    expect(await fieldsOf({ bestTime: 'at night' })).toEqual([400, ['bestTime']])
    expect(await fieldsOf({ note: '\0' })).toEqual([400, ['note']])
    expect(await fieldsOf({ documents: [{ key: keys[0], name: '../../etc/passwd' }] })).toEqual([400, ['documents.0.name']])
    expect(await fieldsOf({ documents: [{ key: keys[0], name: '   ' }] })).toEqual([400, ['documents.0.name']])
    expect((await calls.own(owen)).given.documents).toEqual([])
    expect((await calls.give(owen, { documents: keys.slice(0, 3).map((key) => aDocument(key)) })).status).toBe(200)
    // One goes, one comes: its place is used again.
    expect((await calls.give(owen, { documents: keys.slice(1).map((key) => aDocument(key)) })).status).toBe(200)
    expect((await calls.own(owen)).given.documents.map(({ key }) => key).sort()).toEqual(keys.slice(1).sort())
    // The same key twice is one document.
    const again = await calls.give(owen, { documents: [aDocument(keys[1] ?? ''), aDocument(keys[1] ?? '')] })
    expect(again.data<OwnVerification>().given.documents).toHaveLength(1)
  })

  test('two sendings at once never leave more than three documents', async () => {
    const owen = await testApp.seed.pending()
    const keys = await Promise.all(Array.from({ length: 6 }, () => calls.upload(owen)))
    const answers = await Promise.all(
      [keys.slice(0, 3), keys.slice(3)].map((part) => calls.give(owen, { documents: part.map((key) => aDocument(key)) })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await calls.own(owen)).given.documents).toHaveLength(3)
  })

  test('accepts only one’s own, finished upload of an image or a PDF that is used nowhere else', async () => {
    const [owen, other] = [await testApp.seed.pending(), await testApp.seed.pending()]
    const text = (await testApp.offer(owen, 'text/plain', 'hello')).slot.objectId
    const begun = (await testApp.begin(owen, 'never.png', 'image/png')).objectId
    const picture = await calls.upload(owen)
    expect((await testApp.call(owen, 'POST', 'app/profile', { profileImageKey: picture })).status).toBe(200)
    const codes = []
    for (const key of [text, begun, picture, await calls.upload(other), 'nothing', '../x'])
      codes.push((await calls.give(owen, { documents: [aDocument(key)] })).body.code)
    expect(codes).toEqual(['file_kind_refused', 'file_not_yours', 'file_not_yours', 'file_not_yours', 'file_not_yours', 'file_not_yours'])
    // And a document never becomes a picture that others see.
    const secret = await calls.upload(owen)
    expect((await calls.give(owen, { documents: [aDocument(secret)] })).status).toBe(200)
    expect((await testApp.call(owen, 'POST', 'app/profile', { profileImageKey: secret })).body.code).toBe('file_kind_refused')
  })

  test('refuses a file that is attached elsewhere at the same time', async () => {
    const owen = await testApp.seed.pending()
    const key = await calls.upload(owen)
    let answer: ReturnType<typeof calls.give> | undefined
    await testApp.db.transaction().execute(async (tx) => {
      await sql`update files set attached_at = now() where key = ${key}`.execute(tx)
      answer = calls.give(owen, { documents: [aDocument(key)] })
      await untilSomeoneWaits(testApp)
    })
    expect((await answer)?.body.code).toBe('file_not_yours')
  })

  test('is only for people who wait, and limited', async () => {
    const verified = await testApp.seed.investor()
    const newcomer = await testApp.seed.person()
    for (const person of [verified, newcomer, admin]) {
      const answer = await calls.give(person, { note: 'hello' })
      expect([answer.status, answer.body.code]).toEqual([409, 'verification_not_waiting'])
    }
    expect((await calls.own(newcomer)).state).toBe('not_requested')
    expect((await calls.own(verified)).state).toBe('verified')
    const owen = await testApp.seed.pending()
    for (let sent = 0; sent < rateLimits.verification_account.most; sent += 1) expect((await calls.give(owen)).status).toBe(200)
    const limited = await calls.give(owen)
    expect([limited.status, limited.body.code, Number(limited.headers['retry-after']) > 0]).toEqual([429, 'too_many', true])
  })

  test('a repeated request with one Idempotency-Key is one sending', async () => {
    const owen = await testApp.seed.pending()
    const key = { 'idempotency-key': 'once' }
    const [first, second] = [await calls.give(owen, { note: 'once' }, key), await calls.give(owen, { note: 'once' }, key)]
    expect(second.data()).toEqual(first.data())
    expect((await calls.give(owen, { note: 'twice' }, key)).status).toBe(422)
    expect(await calls.auditOf(owen)).toHaveLength(1)
  })
})

describe('a document', () => {
  test('is opened only by the person and administrators, through a short-lived address, and an administrator’s opening is in the audit log', async () => {
    const owen = await testApp.seed.pending()
    const key = await calls.upload(owen)
    await calls.give(owen, { documents: [aDocument(key)] })
    const others = {
      visitor: null,
      pending: await testApp.seed.pending(),
      investor: await testApp.seed.investor(),
      broker: await testApp.seed.broker(),
    }
    for (const [role, person] of Object.entries(others)) expect([role, (await testApp.read(person, key)).status]).toEqual([role, 404])
    const opened = (await calls.auditOf(owen)).filter(({ act }) => act === 'verification.document_opened')
    expect(opened).toEqual([])

    const mine = await testApp.read(owen, key)
    const theirs = await testApp.read(admin, key)
    for (const { status, address } of [mine, theirs]) {
      const file = await fetch(address)
      expect([status, file.status, Buffer.from(await file.arrayBuffer()).equals(png())]).toEqual([200, 200, true])
      const seconds = Number(new URL(address).searchParams.get('expires')) - Date.now() / 1000
      expect(seconds).toBeLessThanOrEqual(300)
      expect(Number(/max-age=(\d+)/.exec(file.headers.get('cache-control') ?? '')?.[1])).toBeLessThanOrEqual(300)
    }
    const { id } = await testApp.db.selectFrom('verification_documents').select('id').where('file_key', '=', key).executeTakeFirstOrThrow()
    expect((await calls.auditOf(owen)).filter(({ act }) => act === 'verification.document_opened')).toEqual([
      { act: 'verification.document_opened', actor_id: admin._id, facts: { document: id } },
    ])
  })
})

test('a waiting person sees how many asked before and still wait', async () => {
  const place = await startTestApp({})
  const admin = await place.seed.admin()
  const people = [await place.seed.pending(), await place.seed.pending(), await place.seed.pending()] as const
  for (const [index, person] of people.entries()) {
    const at = new Date(Date.UTC(2026, 0, 10 + index))
    await place.db.updateTable('users').set({ verification_requested_at: at }).where('id', '=', person._id).execute()
  }
  const before = async (person: Person) => (await place.call(person, 'GET', 'app/user-verification')).data<OwnVerification>().peopleBefore
  expect([await before(people[0]), await before(people[1]), await before(people[2])]).toEqual([0, 1, 2])
  await place.call(admin, 'POST', 'admin/user-verification', { user: people[0]._id })
  expect([await before(people[0]), await before(people[1]), await before(people[2])]).toEqual([null, 0, 1])
  await place.close()
})
