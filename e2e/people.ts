import { type APIRequestContext, expect } from '@playwright/test'
import type { Token, User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { demoPassword, emailOf } from '#demo/logins.ts'

export const password = 'Larkspur-Terrace-75'

/** The demo's administrator, or the one of the given installation. */
export const adminEmail = process.env.ARCSTEAD_E2E_ADMIN ?? emailOf('admin')

let count = 0
/** Unique in this run. */
export const freshEmail = (): string => `maya-${process.pid}-${Date.now()}-${count++}@example.com`

/** Unique in this run. */
export const freshTitle = (start: string): string => `${start} ${process.pid}x${Date.now()}x${count++}`

/** Unique in this run. Names must not contain digits. */
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

const sharedFor = 120_000
const sharedSessions = new Map<string, { readonly token: Token; readonly until: number }>()

/** Sweeps have a server of their own, which knows no session of the common one. */
const isKnownHere = async (request: APIRequestContext, token: Token): Promise<boolean> =>
  (await request.get('/api/auth/whoami', { headers: headersOf(token) })).ok()

/**
 * A demo person's session, shared by tests because each sign-in costs a password hash. Cached for much less than an access token's
 * lifetime, so that no test refreshes it. A test that ends a session must sign in itself.
 */
export async function sharedSession(request: APIRequestContext, email: string): Promise<Token> {
  const known = sharedSessions.get(email)
  if (known && known.until > Date.now() && (await isKnownHere(request, known.token))) return known.token
  const token = await signIn(request, email, demoPassword)
  sharedSessions.set(email, { token, until: Date.now() + sharedFor })
  return token
}

export async function whoIs(request: APIRequestContext, token: Token): Promise<User> {
  return (await (await request.get('/api/auth/whoami', { headers: headersOf(token) })).json()).data.user
}

/** Registered, but not onboarded. */
export async function newUser(request: APIRequestContext): Promise<Someone> {
  const email = freshEmail()
  const data = { firstName: 'Maya', lastName: 'Stone', email, password, confirmPassword: password, tos: true }
  const answer = await request.post('/api/auth/register', { data })
  expect(answer.status()).toBe(200)
  const token: Token = (await answer.json()).data.token
  return { email, token, user: await whoIs(request, token) }
}

/** An administrator's API call. */
export async function asAdmin(request: APIRequestContext, path: string, data: unknown): Promise<void> {
  const token = await sharedSession(request, adminEmail)
  const answer = await request.post(`/api/admin/${path}`, { headers: headersOf(token), data: data as object })
  expect(answer.status(), path).toBe(200)
}

/** Onboarded and verified. */
export async function investor(request: APIRequestContext): Promise<Someone> {
  const someone = await newUser(request)
  const save = { headers: headersOf(someone.token), data: { verificationRequested: true } }
  expect((await request.post(`/api/app/user/${someone.user._id}`, save)).status()).toBe(200)
  await asAdmin(request, 'approve-registration', { user: someone.user._id })
  return someone
}

type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** The mails to one address, newest first. Filtered by address, because the whole mailbox has a limit and tests run in parallel. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<Mail[]> {
  return (await request.get(`/dev/mailbox.json?to=${encodeURIComponent(email)}`)).json()
}

/** Waits for a mail to this address with a link to this page; returns the newest link. */
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

/** Mails with texts by other people are sent only to confirmed addresses. */
export async function confirmAddress(request: APIRequestContext, { email }: Someone): Promise<void> {
  const link = new URL(await mailedLink(request, email, paths.confirmEmail), 'http://localhost').searchParams
  const data = { token: link.get('token'), id: link.get('id') }
  expect((await request.post('/api/auth/confirm-email', { data })).status()).toBe(200)
}
