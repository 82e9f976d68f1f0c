import { type APIRequestContext, expect } from '@playwright/test'
import type { Token, User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { demoPassword, emailOf } from '#demo/logins.ts'

export const password = 'Larkspur-Terrace-75'

/** The demo's administrator, or the one of the installation that the journeys are pointed at. */
export const adminEmail = process.env.ARCSTEAD_E2E_ADMIN ?? emailOf('admin')

let count = 0
/** An address that nobody else in this run has. */
export const freshEmail = (): string => `maya-${process.pid}-${Date.now()}-${count++}@example.com`

/** A title that no other circle of this run has. */
export const freshTitle = (start: string): string => `${start} ${process.pid}x${Date.now()}x${count++}`

/** A name that nobody else in this run has. Names have no digits. */
export const freshName = (start: string): string =>
  start + [...`${Date.now()}${count++}`].map((digit) => 'abcdefghij'[Number(digit)]).join('')

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

const shortWhile = 120_000
const kept = new Map<string, { readonly token: Token; readonly until: number }>()

/**
 * A session of a demo person that several journeys use: each sign-in costs a password's hash. Kept for much less than
 * an access token lives, so that nobody renews it; a journey that ends a session signs in by itself.
 */
export async function sharedSession(request: APIRequestContext, email: string): Promise<Token> {
  const known = kept.get(email)
  if (known && known.until > Date.now()) return known.token
  const token = await signIn(request, email, demoPassword)
  kept.set(email, { token, until: Date.now() + shortWhile })
  return token
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
  const token = await sharedSession(request, adminEmail)
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

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** The mails to one address, newest first. The mailbox of everybody is cut off after some, and journeys run side by side. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  return (await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()
}

/** The link in the newest mail to this address that leads to this page, once it has come. */
export async function mailedLink(request: APIRequestContext, email: string, page: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mail = (await mailsTo(request, email)).find(({ text }) => text.includes(page))
    link = mail?.text.match(new RegExp(`https?://\\S+${page}\\?\\S+`))?.[0]
    expect(link).toBeTruthy()
  }).toPass({ timeout: 20_000 })
  const { pathname, search } = new URL(link ?? '')
  return pathname + search
}

/** Shows that the address is read, as one must before mails to it may hold what others wrote. */
export async function confirmAddress(request: APIRequestContext, { email }: Someone): Promise<void> {
  const link = new URL(await mailedLink(request, email, paths.confirmEmail), 'http://localhost').searchParams
  const data = { token: link.get('token'), id: link.get('id') }
  expect((await request.post('/api/auth/confirm-email', { data })).status()).toBe(200)
}
