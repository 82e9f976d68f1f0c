import { describe, expect } from 'vitest'
import { mailKindValues, unsubscribableKinds } from '#domain/mail-kinds.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { unsubscribeToken } from '#server/sessions/derived-tokens.ts'
import { rateLimits } from '#server/shared/limits/rate-limits.ts'
import { exportOf } from '#server/testing/export-data.ts'
import type { Person } from '#server/testing/seed.ts'
import { startSmtp } from '#server/testing/smtp.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'
import { createVotingCircle, inOneDay, passClosingDate, setClosingDate } from '#server/testing/voting-circle.ts'

const allOn = Object.fromEntries(mailKindValues.map((kind) => [kind, true]))
const settings = async (testApp: TestApp, person: Person) => (await testApp.call(person, 'GET', 'app/notice-settings')).data()
const mailsTo = async (testApp: TestApp, person: Person, template: string) =>
  testApp.db.selectFrom('mails').select(['props', 'body']).where('user_id', '=', person._id).where('template', '=', template).execute()

describe('kinds of mails', () => {
  test('are all on at first and are switched one by one', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    const save = (body: unknown) => testApp.call(person, 'PUT', 'app/notice-settings', body)
    expect(await settings(testApp, person)).toEqual({ digest: 'weekly', mails: allOn })
    expect((await save({ mails: { vote: false } })).data()).toEqual({ digest: 'weekly', mails: { ...allOn, vote: false } })
    expect((await save({ digest: 'off' })).data()).toEqual({ digest: 'off', mails: { ...allOn, vote: false } })
    await save({ mails: { place: false, vote: true } })
    expect(await settings(testApp, person)).toEqual({ digest: 'off', mails: { ...allOn, place: false } })
    for (const wrong of [{ mails: { vote: 'no' } }, { mails: { everything: false } }, { digest: 'hourly' }]) {
      expect((await save(wrong)).status).toBe(400)
    }
    const exported = (await exportOf(testApp, person)).data()
    expect(exported).toMatchObject({ digest: 'off', mails: { ...allOn, place: false } })
  })

  test('a switched off kind is not mailed, and mails about the account always are', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    const send = () =>
      testApp.db.transaction().execute(async (tx) => {
        const to = { userId: person._id, email: person.email }
        const shares = await queueMail(tx, 'shares-free', to, { circleTitle: 'Prospect Row', shares: 1, link: 'https://a.example' })
        const account = await queueMail(tx, 'password-changed', to, { firstName: 'Maya', resetLink: 'https://a.example' })
        return { shares: shares !== null, account: account !== null }
      })
    expect(await send()).toEqual({ shares: true, account: true })
    const off = { vote: false, outcome: false, members: false, place: false }
    await testApp.call(person, 'PUT', 'app/notice-settings', { digest: 'off', mails: off })
    expect(await send()).toEqual({ shares: false, account: true })
  })

  test('the first closing date of a property asks for votes once, and its closing tells the outcome', async ({ testApp }) => {
    const { owner, members, broker, property, vote } = await createVotingCircle(testApp, 3)
    const [asked, voter, quiet] = members as [Person, Person, Person]
    await vote(voter, 'invest')
    await testApp.call(quiet, 'PUT', 'app/notice-settings', { mails: { vote: false, outcome: false } })
    for (const closesAt of [inOneDay(), null, inOneDay()]) await setClosingDate(testApp, owner, property, closesAt)
    expect(await mailsTo(testApp, asked, 'vote-asks')).toMatchObject([
      { props: { address: '418 Alderstone Way', link: expect.stringContaining(property._id) } },
    ])
    for (const person of [owner, voter, quiet, broker]) expect(await mailsTo(testApp, person, 'vote-asks')).toEqual([])
    await passClosingDate(testApp, property._id)
    await testApp.runTask('close-votes')
    await testApp.runTask('close-votes')
    for (const person of [owner, asked, voter]) {
      expect(await mailsTo(testApp, person, 'vote-outcome')).toMatchObject([
        { props: { outcome: expect.stringMatching(/did_not_pass|too_few/) } },
      ])
    }
    for (const person of [quiet, broker]) expect(await mailsTo(testApp, person, 'vote-outcome')).toEqual([])
  })
})

describe('the link of a mail', () => {
  test('shows which mails it is about without changing anything, and switches exactly those off and on', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    for (const kind of unsubscribableKinds) {
      const token = unsubscribeToken(testApp.services.keys, { userId: person._id, kind })
      const look = () => testApp.call(null, 'GET', `public/unsubscribe?token=${token}`)
      expect((await look()).data()).toEqual({ kind, isOn: true })
      expect((await look()).data()).toEqual({ kind, isOn: true })
      const press = (isOn: boolean) => testApp.call(null, 'POST', 'public/unsubscribe', { token, isOn })
      for (const _ of ['once', 'twice']) expect((await press(false)).data()).toEqual({ kind, isOn: false })
      const off = kind === 'digest' ? { digest: 'off', mails: allOn } : { digest: 'weekly', mails: { ...allOn, [kind]: false } }
      expect(await settings(testApp, person)).toEqual(off)
      expect((await press(true)).data()).toEqual({ kind, isOn: true })
      expect(await settings(testApp, person)).toEqual({ digest: 'weekly', mails: allOn })
    }
    const audit = await testApp.db
      .selectFrom('audit_log')
      .select(['actor_id', 'facts'])
      .where('subject_id', '=', person._id)
      .where('act', '=', 'mails.chosen')
      .execute()
    expect(audit).toHaveLength(2 * unsubscribableKinds.length)
    expect(new Set(audit.map(({ actor_id }) => actor_id))).toEqual(new Set([null]))
  })

  test('is refused when it is changed, foreign or of someone who was deleted', async ({ testApp }) => {
    const [person, other] = [await testApp.seed.investor(), await testApp.seed.investor()]
    const token = unsubscribeToken(testApp.services.keys, { userId: person._id, kind: 'vote' })
    const [, , signature = ''] = token.split('.')
    const wrong = [
      '',
      'x',
      `${other._id}.vote.${signature}`,
      `${person._id}.outcome.${signature}`,
      `${person._id}.vote.`,
      `${person._id}.vote.${signature.slice(0, -2)}`,
      `${token}.x`,
      `${person._id}.everything.${signature}`,
    ]
    for (const each of wrong) {
      expect((await testApp.call(null, 'GET', `public/unsubscribe?token=${each}`)).status).toBe(404)
      expect((await testApp.call(null, 'POST', 'public/unsubscribe', { token: each, isOn: false })).body).toMatchObject({
        code: 'unsubscribe_link_invalid',
      })
    }
    expect(await settings(testApp, person)).toMatchObject({ mails: allOn })
    const admin = await testApp.seed.admin()
    await testApp.call(admin, 'DELETE', `admin/user/${person._id}`)
    expect((await testApp.call(null, 'GET', `public/unsubscribe?token=${token}`)).status).toBe(404)
    expect((await testApp.call(null, 'POST', 'public/unsubscribe', { token, isOn: false })).status).toBe(404)
    for (const body of [{}, { token }, { token, isOn: 'no' }, { token: 7, isOn: false }]) {
      expect((await testApp.call(null, 'POST', 'public/unsubscribe', body)).status).toBe(400)
    }
  })

  test('takes the one click of mail programs as either kind of form, and nothing else', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    const token = unsubscribeToken(testApp.services.keys, { userId: person._id, kind: 'members' })
    const click = (type: string, payload: string, query = `?token=${token}`) =>
      testApp.app.inject({ method: 'POST', url: `/unsubscribe${query}`, headers: { 'content-type': type }, payload })
    const form = 'application/x-www-form-urlencoded'
    expect((await click(form, 'List-Unsubscribe=Something')).statusCode).toBe(400)
    expect((await click(form, '')).statusCode).toBe(400)
    expect((await click('application/json', '{}')).statusCode).toBe(400)
    expect((await click(form, 'List-Unsubscribe=One-Click', '?token=x')).statusCode).toBe(404)
    expect((await click(form, `List-Unsubscribe=One-Click${'&a=b'.repeat(1_000)}`)).statusCode).toBe(413)
    expect(await settings(testApp, person)).toMatchObject({ mails: allOn })
    expect((await click(form, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect(await settings(testApp, person)).toMatchObject({ mails: { ...allOn, members: false } })
    await testApp.call(person, 'PUT', 'app/notice-settings', { mails: { members: true } })
    const parts = ['--b', 'Content-Disposition: form-data; name="List-Unsubscribe"', '', 'One-Click', '--b--', ''].join('\r\n')
    expect((await click('multipart/form-data; boundary=b', parts)).statusCode).toBe(200)
    expect(await settings(testApp, person)).toMatchObject({ mails: { ...allOn, members: false } })
  })

  test('is limited per address', async () => {
    const testApp = await startTestApp()
    const { most } = rateLimits.unsubscribe_address
    await testApp.db
      .insertInto('rate_counters')
      .values({ name: 'unsubscribe_address', subject: '127.0.0.1', count: most, window_ends_at: new Date(Date.now() + 60_000) })
      .execute()
    expect((await testApp.call(null, 'GET', 'public/unsubscribe?token=x')).status).toBe(429)
    expect((await testApp.call(null, 'POST', 'public/unsubscribe', { token: 'x', isOn: false })).status).toBe(429)
    await testApp.close()
  })
})

test('mails with a switch have the headers of RFC 8058, others have none', async () => {
  const smtp = await startSmtp()
  const testApp = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Arcstead <hello@arcstead.example>' })
  const person = await testApp.seed.investor()
  await testApp.db.transaction().execute(async (tx) => {
    const to = { userId: person._id, email: person.email }
    await queueMail(tx, 'shares-free', to, { circleTitle: 'Prospect Row', shares: 1, link: 'https://a.example' })
    await queueMail(tx, 'password-changed', to, { firstName: 'Maya', resetLink: 'https://a.example' })
  })
  await testApp.runJobs()
  const headersOf = (subject: RegExp) => {
    const delivery = smtp.deliveries.find(({ mail }) => subject.test(mail.subject ?? ''))
    return Object.fromEntries((delivery?.mail.headers ?? []).map(({ key, value }) => [key.toLowerCase(), value]))
  }
  const link = `${testApp.services.settings.publicUrl}/unsubscribe?token=${unsubscribeToken(testApp.services.keys, { userId: person._id, kind: 'place' })}`
  expect(headersOf(/came free/)).toMatchObject({ 'list-unsubscribe': `<${link}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' })
  expect(Object.keys(headersOf(/password/))).not.toContain('list-unsubscribe')
  await testApp.close()
  await smtp.stop()
})

test('every kind has words and a switch of its own', () => {
  expect(unsubscribableKinds).toEqual([...mailKindValues, 'digest'])
})
