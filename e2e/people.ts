import type { APIRequestContext } from '@playwright/test'
import type { Token, User } from '#contract/accounts.ts'
import { demoPassword, emailOf } from '#server/demo/logins.ts'
import { expect } from './journey.ts'

export const password = 'Larkspur-Terrace-75'

/** The demo's administrator, or the one of the installation that the journeys are pointed at. */
export const adminEmail = process.env.ARCSTEAD_E2E_ADMIN ?? emailOf('admin')

let count = 0
/** An address that nobody else in this run has. */
export const freshEmail = (): string => `maya-${process.pid}-${Date.now()}-${count++}@example.com`

export type Someone = { readonly email: string; readonly token: Token; readonly user: User }

export const headersOf = (token: Token): Record<string, string> => ({
  Authorization: `${token.tokenType} ${token.accessToken}`,
  'X-Refresh-Token': token.refreshToken,
})

export async function signIn(request: APIRequestContext, email: string, secret = password): Promise<Token> {
  const answer = await request.post('/api/auth/login', { data: { email, password: secret } })
  expect(answer.status(), `signing in as ${email}`).toBe(200)
  return (await answer.json()).data.token
}

export async function whoIs(request: APIRequestContext, token: Token): Promise<User> {
  return (await (await request.get('/api/auth/whoami', { headers: headersOf(token) })).json()).data.user
}

/** Someone who has just registered. */
export async function newcomer(request: APIRequestContext): Promise<Someone> {
  const email = freshEmail()
  const data = { firstName: 'Maya', lastName: 'Stone', email, password, confirmPassword: password, tos: true }
  const answer = await request.post('/api/auth/register', { data })
  expect(answer.status()).toBe(200)
  const token: Token = (await answer.json()).data.token
  return { email, token, user: await whoIs(request, token) }
}

/** What an administrator does, without the screens of one. */
export async function asAdmin(request: APIRequestContext, path: string, data: unknown): Promise<void> {
  const token = await signIn(request, adminEmail, demoPassword)
  const answer = await request.post(`/api/admin/${path}`, { headers: headersOf(token), data: data as object })
  expect(answer.status(), path).toBe(200)
}

/** Someone onboarded and verified. */
export async function investor(request: APIRequestContext): Promise<Someone> {
  const someone = await newcomer(request)
  const save = { headers: headersOf(someone.token), data: { verificationRequested: true } }
  expect((await request.post(`/api/app/user/${someone.user._id}`, save)).status()).toBe(200)
  await asAdmin(request, 'approve-registration', { user: someone.user._id })
  return someone
}

/** The link in the newest mail to this address whose subject matches, once it has come. */
export async function mailedLink(request: APIRequestContext, email: string, page: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mails: { to: string; text: string }[] = await (await request.get('/dev/mailbox.json')).json()
    const mail = mails.find(({ to, text }) => to === email && text.includes(page))
    link = mail?.text.match(new RegExp(`https?://\\S+${page}\\?\\S+`))?.[0]
    expect(link).toBeTruthy()
  }).toPass({ timeout: 20_000 })
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}
