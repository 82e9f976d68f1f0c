import type { APIRequestContext } from '@playwright/test'
import type { z } from 'zod'
import type { Token } from '#contract/accounts.ts'
import type { Circle } from '#contract/circles.ts'
import type { membershipList } from '#contract/membership.ts'
import type { MotionList } from '#contract/motions.ts'
import type { pastCircleListReply } from '#contract/past-circles.ts'
import { paths } from '#contract/paths.ts'
import type { Property } from '#contract/properties.ts'
import { type DemoRole, demoPassword, emailOf } from '#demo/logins.ts'
import { callAs } from '../circles.ts'
import { expect } from '../journey.ts'
import { headersOf, mailedLink, signIn, whoIs } from '../people.ts'
import { type OwningData, readOwningData } from './layout-owning.ts'
import { type PurchaseData, readPurchaseData } from './layout-purchase.ts'

/** The demo data that the screens are opened with. */
export type DemoData = {
  readonly tokens: Record<DemoRole, Token>
  readonly circle: (title: string) => string
  /** A property of the circle that the demo investor and the demo broker share. */
  readonly property: string
  /** A property of the full circle on which voting has closed. */
  readonly decidedProperty: string
  /** An open motion of the full circle. */
  readonly motion: string
  readonly pending: string
  readonly investor: string
  /** The invite link to the circle that the demo investor owns. */
  readonly invite: string
  /** What the circle `buyingCircle` buys, with the demo investor as its treasurer. */
  readonly purchase: PurchaseData
  /** What stands in the book of the circle `owningCircle`. */
  readonly owning: OwningData
  /** A circle that the demo investor has joined and left again. */
  readonly pastCircle: string
  readonly crashReport: string
  readonly report: string
  /** The address behind the link that stops a kind of mails. */
  readonly unsubscribe: string
}

/** The demo investor owns one of these circles and is a member of another; both have properties and brokers. */
export const ownCircle = 'Juniper Hill Cabins'
export const sharedCircle = 'Larkspur Terrace'
/** The demo investor is a member of this circle too, and every arc of it is held. */
export const fullCircle = 'Sycamore Court'
/** The demo investor is a member of this circle too, and a property has passed there. */
export const buyingCircle = 'Shockoe Row'
/** The demo investor is the treasurer of this circle, which has owned a house for fourteen months. */
export const owningCircle = 'Poudre River Flats'

const motionForm = {
  title: 'Repair the roof over units 3 and 4',
  text: 'The flashing between the two rear gables has come loose, and water runs into the upstairs hall.',
  facts: { kind: 'spend', amountCents: 480_000, category: 'repairs', repeats: null, relatedMember: null },
  payee: 'Weller Roofing LLC',
}

/** Several workers propose the same motion, and the server takes one of them. */
async function openMotionOf(request: APIRequestContext, token: Token, circleId: string): Promise<string> {
  const closesAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  await request.post(`/api/app/motion/${circleId}`, { headers: headersOf(token), data: { ...motionForm, closesAt } })
  const { open } = await callAs<MotionList>(request, token, 'get', `app/motion/${circleId}`)
  const motion = open.find(({ title }) => title === motionForm.title)
  if (!motion) throw new Error('The motion was not made.')
  return motion._id
}

/** From the mail that asked another member to vote on the open motion. */
async function unsubscribeLinkOf(request: APIRequestContext, token: Token, circleId: string): Promise<string> {
  const members = await callAs<z.infer<typeof membershipList>['data']>(request, token, 'get', `app/circle-membership/${circleId}`)
  const email = members.map(({ user }) => user?.email).find((each) => each && each !== emailOf('investor'))
  return mailedLink(request, email ?? '', paths.unsubscribe)
}

/** Several workers join and leave; one of them may find that another has done so. */
async function joinAndLeave(request: APIRequestContext, token: Token, circleId: string): Promise<string> {
  const address = `/api/app/circle-membership/${circleId}`
  const headers = headersOf(token)
  await request.post(address, { headers, data: { investmentAmount: 70_000 } })
  await request.delete(address, { headers })
  const left = await callAs<z.infer<typeof pastCircleListReply>['data']>(request, token, 'get', 'app/past-circle')
  if (!left.some(({ circle }) => circle._id === circleId)) throw new Error('The circle was not left.')
  return circleId
}

export async function readDemoData(request: APIRequestContext): Promise<DemoData> {
  const roles: readonly DemoRole[] = ['admin', 'broker', 'investor', 'pending', 'newcomer']
  const found = await Promise.all(roles.map(async (role) => [role, await signIn(request, emailOf(role), demoPassword)] as const))
  const tokens = Object.fromEntries(found) as Record<DemoRole, Token>
  const circles = await callAs<Circle[]>(request, tokens.admin, 'get', 'app/circle')
  const circle = (title: string): string => {
    const id = circles.find((each) => each.title === title)?._id
    if (!id) throw new Error(`The demo data has no circle “${title}”.`)
    return id
  }
  const propertiesOf = (title: string) => callAs<Property[]>(request, tokens.investor, 'get', `app/property/${circle(title)}`)
  const properties = await propertiesOf(sharedCircle)
  const property = properties.find(({ deciding }) => !deciding?.isClosed)
  const decided = (await propertiesOf(fullCircle)).find(({ deciding }) => deciding?.isClosed)
  const own = `app/circle/${circle(ownCircle)}`
  type Invite = { token: string }
  // A new link would end the one that another worker is looking at.
  const current = await callAs<Invite | null>(request, tokens.investor, 'get', `${own}/invite`)
  const { token: invite } = current ?? (await callAs<Invite>(request, tokens.investor, 'post', `${own}/invite`, {}))
  await callAs(request, tokens.investor, 'post', `${own}/invitation`, { emails: ['a.very.long.address.of.someone@subdomain.example.com'] })
  await callAs(request, tokens.investor, 'post', `app/follow/${circle('Foundry Works')}`, {})
  const error = { name: 'TypeError', message: 'Cannot read properties of undefined', stack: `TypeError\n${'  at somewhere\n'.repeat(8)}` }
  const report = await request.post('/api/public/log/crash-report', {
    data: { id: 'new', error, data: { location: paths.findCirclesLong } },
  })
  expect(report.status()).toBe(200)
  const reports = await callAs<{ items: { _id: string }[] }>(request, tokens.admin, 'get', 'admin/report')
  const motion = await openMotionOf(request, tokens.investor, circle(fullCircle))
  return {
    tokens,
    circle,
    property: property?._id ?? '',
    decidedProperty: decided?._id ?? '',
    invite,
    motion,
    purchase: await readPurchaseData(request, tokens, circle(buyingCircle)),
    owning: await readOwningData(request, tokens.investor, circle(owningCircle)),
    unsubscribe: await unsubscribeLinkOf(request, tokens.investor, circle(fullCircle)),
    pending: (await whoIs(request, tokens.pending))._id,
    investor: (await whoIs(request, tokens.investor))._id,
    pastCircle: await joinAndLeave(request, tokens.investor, circle('Clear Creek Lofts')),
    crashReport: (await report.json()).data.id,
    report: reports.items[0]?._id ?? '',
  }
}
