import { randomUUID } from 'node:crypto'
import type { Circle } from '#contract/circles.ts'
import type { Invitation } from '#contract/invitations.ts'
import { createCircle } from './ledger-checks.ts'
import { mailsTo } from './mails.ts'
import type { Person } from './seed.ts'
import type { TestApp } from './test-app.ts'

/** The tests of a file share a database, and one address may be invited only a few times. */
export const address = (name = 'maya') => `${name}-${randomUUID()}@example.com`

export const listPath = (circle: Circle) => `app/circle/${circle._id}/invitation`
export const invite = (testApp: TestApp, owner: Person, circle: Circle, emails: readonly string[], note?: string) =>
  testApp.call(owner, 'POST', listPath(circle), { emails, ...(note === undefined ? {} : { note }) })
export const list = async (testApp: TestApp, owner: Person, circle: Circle) =>
  (await testApp.call(owner, 'GET', listPath(circle))).data<Invitation[]>()
/** `joined`, or how far a waiting person has come: `waiting: opened`. */
export const stateOf = async (testApp: TestApp, owner: Person, circle: Circle) => {
  const [first] = await list(testApp, owner, circle)
  return first?.state === 'waiting' ? `waiting: ${first.progress}` : first?.state
}

/** The token of the link in the newest invitation to this address. */
export async function tokenFor(testApp: TestApp, email: string): Promise<string> {
  const mail = (await mailsTo(testApp, email)).filter(({ template }) => template === 'circle-invitation').at(-1)
  return /invite=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
}

export const hide = (testApp: TestApp, circle: Circle) =>
  testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circle._id).execute()

export const rowsOf = (testApp: TestApp, circle: Circle) =>
  testApp.db.selectFrom('circle_invitations').selectAll().where('circle_id', '=', circle._id).execute()

export const open = (testApp: TestApp, person: Person | null, circle: Circle, token: string) =>
  testApp.call(person, 'POST', `${person ? 'app' : 'public'}/circle/${circle._id}/invitation-opened?invite=${token}`, {})
export const see = async (testApp: TestApp, person: Person | null, circle: Circle, token?: string) =>
  (await testApp.call(person, 'GET', `${person ? 'app' : 'public'}/circle/${circle._id}${token ? `?invite=${token}` : ''}`)).status

/** A hidden circle whose owner has invited one address. */
export async function invitedCircle(testApp: TestApp, email = address()) {
  const owner = await testApp.seed.investor({ firstName: 'Nora', lastName: 'Lindqvist' })
  const circle = await createCircle(testApp, owner)
  await hide(testApp, circle)
  await invite(testApp, owner, circle, [email])
  return { owner, circle, email, token: await tokenFor(testApp, email) }
}
