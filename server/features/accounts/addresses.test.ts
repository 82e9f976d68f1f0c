import { describe, expect } from 'vitest'
import type { Token, User } from '#contract/accounts.ts'
import { linkIn, mailsTo } from '#server/testing/mails.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'

const password = 'Larkspur-Terrace-75'
const form = { firstName: 'Maya', lastName: 'Stone', password, confirmPassword: password, tos: true }

async function register(testApp: TestApp, email: string, names: { firstName?: string; lastName?: string } = {}) {
  const answer = await testApp.call(null, 'POST', 'auth/register', { ...form, ...names, email })
  const { token } = answer.data<{ token: Token }>()
  const user = (await testApp.call({ token }, 'GET', 'auth/whoami')).data<{ user: User }>().user
  return { _id: user._id, email, token }
}

const whoami = async (testApp: TestApp, person: { token: Token }) =>
  (await testApp.call(person, 'GET', 'auth/whoami')).data<{ user: User }>().user

const confirm = (testApp: TestApp, link: { token: string; id: string }) => testApp.call(null, 'POST', 'auth/confirm-email', link)

const linkOf = async (testApp: TestApp, email: string, template: string) =>
  linkIn((await mailsTo(testApp, email)).filter((mail) => mail.template === template).at(-1))

const logIn = async (testApp: TestApp, email: string, secret = password) =>
  (await testApp.call(null, 'POST', 'auth/login', { email, password: secret })).status

describe('a new address', () => {
  test('is confirmed once, by a POST of the mailed link’s token; opening the link has no effect', async ({ testApp }) => {
    const maya = await register(testApp, 'confirm@example.com')
    expect((await whoami(testApp, maya)).emailConfirmed).toBe(false)
    const link = await linkOf(testApp, maya.email, 'confirm-email')
    await testApp.call(null, 'GET', `/confirm-email?token=${link.token}&id=${link.id}`)
    expect((await whoami(testApp, maya)).emailConfirmed).toBe(false)
    expect((await confirm(testApp, { ...link, token: `${link.token}x` })).status).toBe(400)
    expect((await confirm(testApp, { ...link, id: (await testApp.seed.person())._id })).status).toBe(400)
    const uses = await Promise.all(Array.from({ length: 10 }, () => confirm(testApp, link)))
    expect(uses.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(400)])
    expect((await whoami(testApp, maya)).emailConfirmed).toBe(true)
  })

  test('is also confirmed by a reset link', async ({ testApp }) => {
    const maya = await register(testApp, 'by-reset@example.com')
    await testApp.call(null, 'POST', 'auth/request-token', { email: maya.email, confirmEmail: maya.email })
    const link = await linkOf(testApp, maya.email, 'reset-password')
    const fresh = { password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31', ...link }
    const { token } = (await testApp.call(null, 'POST', 'auth/reset-password', fresh)).data<{ token: Token }>()
    expect((await whoami(testApp, { token })).emailConfirmed).toBe(true)
  })

  test('gets another link on request, at most five an hour, and none once it is confirmed', async ({ testApp }) => {
    const maya = await register(testApp, 'again@example.com')
    const ask = () => testApp.call(maya, 'POST', 'auth/request-confirmation', {})
    const statuses = []
    for (let time = 0; time < 7; time++) statuses.push((await ask()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await mailsTo(testApp, maya.email)).length).toBe(6)
    const confirmed = await testApp.seed.person()
    expect((await testApp.call(confirmed, 'POST', 'auth/request-confirmation', {})).status).toBe(200)
    expect(await mailsTo(testApp, confirmed.email)).toEqual([])
  })

  test('receives no text chosen by another user in any mail', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const firstName = 'Your payment failed go to evil dot example'
    const stranger = await register(testApp, 'victim@example.com', { firstName, lastName: 'Pay now' })
    const ask = { email: stranger.email, confirmEmail: stranger.email }
    await testApp.call(null, 'POST', 'auth/request-token', ask)
    await testApp.runJobs()
    await testApp.call(null, 'POST', 'auth/register', { ...form, firstName, email: stranger.email })
    await testApp.call(stranger, 'POST', `app/user/${stranger._id}`, { verificationRequested: true })
    await testApp.call(admin, 'POST', 'admin/user-verification', { user: stranger._id, notifyOnly: true })
    await testApp.call(admin, 'POST', 'admin/user-verification', { user: stranger._id })
    await testApp.call(stranger, 'POST', 'auth/change-email', { email: 'victim-two@example.com', currentPassword: password })
    const changed = { currentPassword: password, password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31' }
    await testApp.call(stranger, 'POST', 'auth/change-password', changed)
    await testApp.call(admin, 'PUT', `admin/user/${stranger._id}`, { status: 'suspended' })
    const mails = [...(await mailsTo(testApp, stranger.email)), ...(await mailsTo(testApp, 'victim-two@example.com'))]
    expect(mails.map((mail) => mail.template).sort()).toEqual([
      'account-suspended',
      'address-in-use',
      'confirm-email',
      'confirm-email',
      'email-change-requested',
      'password-changed',
      'reset-password',
      'verification-pending',
      'you-are-verified',
    ])
    for (const mail of mails) expect(JSON.stringify(mail)).not.toMatch(/payment|Pay now|evil/i)
  })
})

describe('verifying someone', () => {
  test('requires a confirmed address where CONFIRM_EMAIL says so, on every route', async () => {
    const testApp = await startTestApp({ CONFIRM_EMAIL: 'required' })
    try {
      const admin = await testApp.seed.admin()
      const maya = await register(testApp, 'required@example.com')
      const tries = [
        () => testApp.call(admin, 'POST', 'admin/user-verification', { user: maya._id }),
        () => testApp.call(admin, 'POST', 'admin/approve-registration', { user: maya._id }),
        () => testApp.call(admin, 'PUT', `admin/user/${maya._id}`, { isVerified: true }),
        () => testApp.call(admin, 'PUT', `admin/user/${maya._id}`, { permissions: { isAdmin: true } }),
      ]
      for (const attempt of tries) expect((await attempt()).status).toBe(409)
      expect((await tries[0]?.())?.body.error).toBe('This person has not confirmed their e-mail address yet.')
      expect(await whoami(testApp, maya)).toMatchObject({ isVerified: false, permissions: { isAdmin: false } })
      expect((await confirm(testApp, await linkOf(testApp, maya.email, 'confirm-email'))).status).toBe(200)
      expect((await tries[0]?.())?.status).toBe(200)
    } finally {
      await testApp.close()
    }
  })

  test('does not require it in demo mode', async ({ testApp }) => {
    const maya = await register(testApp, 'optional@example.com')
    const verified = await testApp.call(await testApp.seed.admin(), 'POST', 'admin/user-verification', { user: maya._id })
    expect(verified.data<{ user: User }>().user).toMatchObject({ isVerified: true, emailConfirmed: false })
  })
})

describe('a person who changes their address', () => {
  test('keeps the old address until the new one is confirmed; then links to the old one are void', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ email: 'before@example.com', password })
    const change = (email: string) => testApp.call(maya, 'POST', 'auth/change-email', { email, currentPassword: password })
    expect((await change('After@example.com')).status).toBe(200)
    expect(await whoami(testApp, maya)).toMatchObject({
      email: 'before@example.com',
      pendingEmail: 'after@example.com',
      emailConfirmed: true,
    })
    expect(await logIn(testApp, 'after@example.com')).toBe(401)
    await testApp.call(null, 'POST', 'auth/request-token', { email: maya.email, confirmEmail: maya.email })
    const reset = await linkOf(testApp, maya.email, 'reset-password')
    expect((await confirm(testApp, await linkOf(testApp, 'after@example.com', 'confirm-email'))).status).toBe(200)

    expect(await whoami(testApp, maya)).toMatchObject({ email: 'after@example.com', pendingEmail: null, emailConfirmed: true })
    expect([await logIn(testApp, 'before@example.com'), await logIn(testApp, 'after@example.com')]).toEqual([401, 200])
    const fresh = { password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31', ...reset }
    expect((await testApp.call(null, 'POST', 'auth/reset-password', fresh)).status).toBe(400)
    expect((await mailsTo(testApp, 'before@example.com')).map((mail) => mail.template)).toEqual([
      'email-change-requested',
      'reset-password',
      'email-changed',
    ])
  })

  test('can choose another address: the link to the earlier choice is void', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ email: 'mind@example.com', password })
    const change = (email: string) => testApp.call(maya, 'POST', 'auth/change-email', { email, currentPassword: password })
    await change('first-wish@example.com')
    const first = await linkOf(testApp, 'first-wish@example.com', 'confirm-email')
    await change('second-wish@example.com')
    expect((await confirm(testApp, first)).status).toBe(400)
    const second = await linkOf(testApp, 'second-wish@example.com', 'confirm-email')
    expect((await change('mind@example.com')).status).toBe(200)
    expect((await confirm(testApp, second)).status).toBe(400)
    expect(await whoami(testApp, maya)).toMatchObject({ email: 'mind@example.com', pendingEmail: null })
  })

  test('reserves nothing: someone else may register the address, and the link sent before gets 409', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    await testApp.call(maya, 'POST', 'auth/change-email', { email: 'wished@example.com', currentPassword: password })
    const link = await linkOf(testApp, 'wished@example.com', 'confirm-email')
    await register(testApp, 'wished@example.com')
    expect((await confirm(testApp, link)).status).toBe(409)
  })

  test('does not learn who has an account: the answer and the profile are the same, and the address’s owner gets a mail', async ({
    testApp,
  }) => {
    const taken = await testApp.seed.investor({ email: 'taken@example.com' })
    const answers = []
    for (const email of [taken.email, 'free@example.com']) {
      const maya = await testApp.seed.investor({ password })
      const answer = await testApp.call(maya, 'POST', 'auth/change-email', { email, currentPassword: password })
      const again = await testApp.call(maya, 'POST', 'auth/request-confirmation', {})
      const { pendingEmail } = await whoami(testApp, maya)
      const own = (await mailsTo(testApp, maya.email)).map(({ template }) => template)
      answers.push([answer.status, answer.text, again.status, again.text, pendingEmail?.replace(email, 'as entered'), own])
    }
    expect(answers[0]).toEqual(answers[1])
    expect((await mailsTo(testApp, taken.email)).map(({ template }) => template)).toEqual(['address-in-use', 'address-in-use'])
    expect((await mailsTo(testApp, 'free@example.com')).map(({ template }) => template)).toEqual(['confirm-email', 'confirm-email'])
    expect(await testApp.db.selectFrom('one_time_links').select('id').where('email', '=', taken.email).execute()).toEqual([])
  })

  test('gets a 409 if two people claim one address at the same time', async ({ testApp }) => {
    for (let round = 0; round < 2; round++) {
      const email = `claimed-${round}@example.com`
      const people = [await testApp.seed.investor({ password }), await testApp.seed.investor({ password }), await testApp.seed.investor()]
      const links = []
      for (const person of people.slice(0, 2)) {
        await testApp.call(person, 'POST', 'auth/change-email', { email, currentPassword: password })
        const mail = (await mailsTo(testApp, email)).find(({ user_id }) => user_id === person._id)
        links.push(linkIn(mail))
      }
      const admin = await testApp.seed.admin()
      const answers = await Promise.all([
        ...links.map((link) => confirm(testApp, link)),
        testApp.call(admin, 'PUT', `admin/user/${people[2]?._id}`, { email }),
      ])
      expect([round, ...answers.map((answer) => answer.status).sort()]).toEqual([round, 200, 409, 409])
    }
  })

  test('is refused after five requests an hour', async ({ testApp }) => {
    const maya = await testApp.seed.investor({ password })
    const statuses = []
    for (let time = 0; time < 6; time++) {
      const wish = { email: `wish-${time}@example.com`, currentPassword: password }
      statuses.push((await testApp.call(maya, 'POST', 'auth/change-email', wish)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

test('a password reset removes a pending address that someone else entered', async ({ testApp }) => {
  const stranger = await register(testApp, 'owner@example.com')
  await testApp.call(stranger, 'POST', 'auth/change-email', { email: 'stranger@example.com', currentPassword: password })
  const wish = await linkOf(testApp, 'stranger@example.com', 'confirm-email')
  await testApp.call(null, 'POST', 'auth/request-token', { email: stranger.email, confirmEmail: stranger.email })
  const reset = await linkOf(testApp, stranger.email, 'reset-password')
  const fresh = { password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31', ...reset }
  const { token } = (await testApp.call(null, 'POST', 'auth/reset-password', fresh)).data<{ token: Token }>()
  expect((await confirm(testApp, wish)).status).toBe(400)
  expect(await whoami(testApp, { token })).toMatchObject({ email: 'owner@example.com', pendingEmail: null })
})

describe('an administrator who changes someone’s address', () => {
  test('voids every link, ends the sessions, mails the old address and asks the new one to confirm', async ({ testApp }) => {
    const admin = await testApp.seed.admin()
    const maya = await testApp.seed.investor({ email: 'moved-from@example.com', password })
    await testApp.call(null, 'POST', 'auth/request-token', { email: maya.email, confirmEmail: maya.email })
    await testApp.call(maya, 'POST', 'auth/change-email', { email: 'own-wish@example.com', currentPassword: password })
    const reset = await linkOf(testApp, maya.email, 'reset-password')
    const wish = await linkOf(testApp, 'own-wish@example.com', 'confirm-email')
    const saved = await testApp.call(admin, 'PUT', `admin/user/${maya._id}`, { email: 'moved-to@example.com' })
    expect(saved.data<User>()).toMatchObject({ email: 'moved-to@example.com', pendingEmail: null, emailConfirmed: false })
    expect((await testApp.call(maya, 'GET', 'auth/whoami')).status).toBe(401)
    const fresh = { password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31', ...reset }
    expect((await testApp.call(null, 'POST', 'auth/reset-password', fresh)).status).toBe(400)
    expect((await confirm(testApp, wish)).status).toBe(400)
    expect((await mailsTo(testApp, maya.email)).at(-1)?.template).toBe('email-changed')
    expect((await confirm(testApp, await linkOf(testApp, 'moved-to@example.com', 'confirm-email'))).status).toBe(200)
  })

  test.for(['user', 'broker'] as const)(
    'sends an invited %s a new link, and the one sent to the wrong address no longer works',
    async (kind, { testApp }) => {
      const admin = await testApp.seed.admin()
      const [wrong, right] = [`typo-${kind}@example.com`, `right-${kind}@example.com`]
      const template = kind === 'broker' ? 'broker-welcome' : 'set-password'
      const invited = (
        await testApp.call(admin, 'POST', `admin/${kind}`, {
          firstName: 'Dana',
          lastName: 'Reed',
          email: wrong,
          isBroker: kind === 'broker',
        })
      ).data<User>()
      const misdirected = await linkOf(testApp, wrong, template)
      await testApp.call(admin, 'PUT', `admin/${kind}/${invited._id}`, { email: right })
      const both = { password, confirmPassword: password }
      expect((await testApp.call(null, 'POST', 'auth/set-password', { ...both, ...misdirected })).status).toBe(400)
      const link = await linkOf(testApp, right, template)
      const { token } = (await testApp.call(null, 'POST', 'auth/set-password', { ...both, ...link })).data<{ token: Token }>()
      expect(await whoami(testApp, { token })).toMatchObject({ email: right, emailConfirmed: true, status: 'active' })
    },
  )
})

test('an administrator who saves an unchanged address changes nothing', async ({ testApp }) => {
  const admin = await testApp.seed.admin()
  const maya = await testApp.seed.investor({ email: 'same@example.com' })
  await testApp.call(admin, 'PUT', `admin/user/${maya._id}`, { email: 'Same@example.com', firstName: 'Mae' })
  expect(await whoami(testApp, maya)).toMatchObject({ firstName: 'Mae', emailConfirmed: true })
  expect(await mailsTo(testApp, maya.email)).toEqual([])
})
