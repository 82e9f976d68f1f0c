import { describe, expect } from 'vitest'
import type { User } from '#contract/accounts.ts'
import { address, hide, invitedCircle, stateOf } from '#server/testing/invitations.ts'
import { createCircle } from '#server/testing/ledger-checks.ts'
import { mailsTo } from '#server/testing/mails.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const password = 'Larkspur-Terrace-75'

async function register(testApp: TestApp, email: string, redirect: string) {
  const form = { firstName: 'Maya', lastName: 'Stone', email, password, confirmPassword: password, tos: true, redirect }
  const answer = await testApp.call(null, 'POST', 'auth/register', form)
  expect(answer.status).toBe(200)
  const { token } = answer.data<{ token: { accessToken: string; refreshToken: string; tokenType: 'Bearer' } }>()
  const { user } = (await testApp.call({ token }, 'GET', 'auth/whoami')).data<{ user: User }>()
  const mails = (await mailsTo(testApp, email)).map(({ template }) => template)
  return { caller: { token }, isConfirmed: user.emailConfirmed, isAsked: mails.includes('confirm-email') }
}

describe('registering by a mailed invitation', () => {
  test('with the invited address confirms it and takes the invitation', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const path = `/join-circle/${circle._id}?invite=${token}`
    const { caller, ...confirmed } = await register(testApp, email.replace('maya', 'MAYA'), path)
    expect(confirmed).toEqual({ isConfirmed: true, isAsked: false })
    expect(await stateOf(testApp, owner, circle)).toBe('waiting: registered')
    expect((await testApp.call(caller, 'PUT', 'app/wish', { path })).data()).toMatchObject({ path })
    expect((await testApp.call(caller, 'GET', `app/circle/${circle._id}`)).status).toBe(200)
  })

  test('with another address confirms nothing, and leaves the invitation to its person', async ({ testApp }) => {
    const { owner, circle, token, email } = await invitedCircle(testApp)
    const path = `/join-circle/${circle._id}?invite=${token}`
    const { caller, ...confirmed } = await register(testApp, address('theo'), path)
    expect(confirmed).toEqual({ isConfirmed: false, isAsked: true })
    expect(await stateOf(testApp, owner, circle)).toBe('waiting: sent')
    expect((await testApp.call(caller, 'PUT', 'app/wish', { path })).body.code).toBe('invitation_not_yours')
    expect(await register(testApp, email, path)).toMatchObject({ isConfirmed: true })
  })

  test('with its token on another circle, a used or a wrong one, or the circle’s own link confirms nothing', async ({ testApp }) => {
    const first = await invitedCircle(testApp)
    const owner = await testApp.seed.investor()
    const other = await createCircle(testApp, owner)
    await hide(testApp, other)
    const shared = (await testApp.call(owner, 'POST', `app/circle/${other._id}/invite`)).data<{ token: string }>()
    for (const redirect of [
      `/join-circle/${other._id}?invite=${first.token}`,
      `/join-circle/${first.circle._id}?invite=${first.token}x`,
      `/circle-public/${other._id}?invite=${shared.token}`,
      'https://evil.example/',
    ]) {
      const email = redirect.includes(first.token) && !redirect.endsWith('x') ? first.email : address()
      const { isConfirmed, isAsked } = await register(testApp, email, redirect)
      expect([redirect, isConfirmed, isAsked]).toEqual([redirect, false, true])
    }
  })
})
