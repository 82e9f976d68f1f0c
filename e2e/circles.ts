import type { APIRequestContext } from '@playwright/test'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { expect } from './journey.ts'
import { adminEmail, freshEmail, headersOf, mailedLink, password, type Someone, sharedSession, signIn, whoIs } from './people.ts'

type Method = 'get' | 'post' | 'put' | 'delete'

/** An API call as someone, for test data. */
export async function callAs<Data>(
  request: APIRequestContext,
  token: Someone['token'],
  method: Method,
  path: string,
  data?: object,
): Promise<Data> {
  const answer = await request[method](`/api/${path}`, { headers: headersOf(token), ...(data && { data }) })
  expect(answer.status(), `${method} ${path}`).toBeLessThan(300)
  return answer.status() === 204 ? (undefined as Data) : (await answer.json()).data
}

export async function callAsAdmin<Data>(request: APIRequestContext, method: Method, path: string, data?: object): Promise<Data> {
  return callAs<Data>(request, await sharedSession(request, adminEmail), method, `admin/${path}`, data)
}

export const makeCircle = (
  request: APIRequestContext,
  owner: Someone,
  criteria: Record<string, unknown> = {},
  rest: Record<string, unknown> = {},
): Promise<Circle> => callAs<Circle>(request, owner.token, 'post', 'app/circle', circleForm(criteria, rest))

export const joinCircle = (
  request: APIRequestContext,
  member: Someone,
  circle: Pick<Circle, '_id'>,
  investmentAmount: number,
): Promise<unknown> => callAs(request, member.token, 'post', `app/circle-membership/${circle._id}`, { investmentAmount })

/** A broker added by an administrator, with a password set through the mailed link. */
export async function newBroker(request: APIRequestContext): Promise<Someone> {
  const email = freshEmail()
  await callAsAdmin(request, 'post', 'broker', { firstName: 'Bruno', lastName: 'Reed', email, isBroker: true })
  const query = new URL(await mailedLink(request, email, paths.setPassword), 'http://localhost').searchParams
  const form = { password, confirmPassword: password, token: query.get('token'), id: query.get('id') }
  expect((await request.post('/api/auth/set-password', { data: form })).status()).toBe(200)
  const token = await signIn(request, email)
  return { email, token, user: await whoIs(request, token) }
}
