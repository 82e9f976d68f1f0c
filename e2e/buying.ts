import type { APIRequestContext } from '@playwright/test'
import type { CallList } from '#contract/calls.ts'
import type { Circle } from '#contract/circles.ts'
import type { Motion } from '#contract/motions.ts'
import type { Property } from '#contract/properties.ts'
import { callAs, joinCircle, makeCircle } from './circles.ts'
import { addPaper } from './documents.ts'
import { ageArcsByOneWeek, setClosingIn } from './jobs.ts'
import { investor, password, type Someone } from './people.ts'
import { addProperty, castVote } from './properties.ts'

export type Member = Someone & { readonly firstName: string; readonly name: string }

/** Verified people, each with the first and last name of theirs. One after the other, because each costs a password hash. */
export async function namedInvestors(request: APIRequestContext, names: readonly string[]): Promise<Member[]> {
  const people: Member[] = []
  for (const name of names) {
    const someone = await investor(request)
    const [firstName = '', lastName = ''] = name.split(' ')
    await callAs(request, someone.token, 'post', `app/user/${someone.user._id}`, { firstName, lastName })
    people.push({ ...someone, firstName, name })
  }
  return people
}

/** When votes close that end earlier, because all vote. */
export const inAWeek = (): Date => new Date(Date.now() + 7 * 86_400_000)

type Terms = { readonly title: string; readonly address: string; readonly price: number; readonly arcs: readonly number[] }

/** A full circle of twelve arcs of $75,000 that has passed a property, on which voting is over. */
export async function passedCircle(
  request: APIRequestContext,
  [owner, ...others]: readonly [Member, ...Member[]],
  { title, address, price, arcs }: Terms,
): Promise<{ circle: Circle; property: Property }> {
  const arcPrice = 75_000
  const circle = await makeCircle(
    request,
    owner,
    { ownerInvestmentAmount: (arcs[0] ?? 0) * arcPrice, ownershipStructure: 'llc' },
    { title },
  )
  for (const [index, member] of others.entries()) await joinCircle(request, member, circle, (arcs[index + 1] ?? 0) * arcPrice)
  await ageArcsByOneWeek(circle._id)
  const property = await addProperty(request, owner, circle, address, { price })
  for (const member of [owner, ...others]) await castVote(request, member, property, 'invest')
  await callAs(request, owner.token, 'put', `app/property/${property._id}/closing`, { closesAt: inAWeek().toISOString() })
  await setClosingIn(property._id, -1)
  return { circle, property }
}

/** The circle makes this member its treasurer, by the votes of all. */
async function nameTreasurer(request: APIRequestContext, circle: Circle, people: readonly Member[], treasurer: Member): Promise<void> {
  const motions = `app/motion/${circle._id}`
  const facts = { kind: 'treasurer', member: treasurer.user._id }
  const motion = { title: 'Who keeps the book', text: 'From the first payment on.', facts, closesAt: inAWeek().toISOString() }
  const { _id } = await callAs<Motion>(request, treasurer.token, 'post', motions, motion)
  for (const { token } of people) await callAs(request, token, 'post', `${motions}/${_id}/vote`, { choice: 'yes' })
}

/** Says that a payment was seen. Each word needs a step-up of its own. */
async function giveWord(request: APIRequestContext, { token }: Member, path: string): Promise<void> {
  await callAs(request, token, 'post', 'auth/step-up', { purpose: 'confirm_money', password })
  await callAs(request, token, 'post', `${path}/word`)
}

/** The circle buys, its call is paid by all and confirmed, and the treasurer has paid for the inspection. */
export async function paidForInspection(
  request: APIRequestContext,
  people: readonly [Member, ...Member[]],
  treasurer: Member,
  { callCents, inspectionCents, ...terms }: Terms & { readonly callCents: number; readonly inspectionCents: number },
): Promise<void> {
  const { circle, property } = await passedCircle(request, people, terms)
  const [owner] = people
  await callAs(request, owner.token, 'post', `app/acquisition/${circle._id}`, { propertyId: property._id })
  await nameTreasurer(request, circle, people, treasurer)
  const calls = `app/call/${circle._id}`
  const call = { amountCents: callCents, dueDay: '2040-12-11', why: 'The inspection, and what comes before the closing.' }
  await callAs(request, owner.token, 'post', calls, call)
  const paper = await addPaper(request, owner.token, circle._id, 'Statement of the bank')
  let account = ''
  let today = ''
  for (const payer of people) {
    const { mine, desk } = await callAs<CallList>(request, payer.token, 'get', calls)
    account = desk.bankAccounts[0]?._id ?? ''
    today = desk.today
    const payment = {
      amountCents: mine.openCents,
      day: today,
      bankAccountId: account,
      callId: mine.next?.callId,
      documentVersionId: paper.newest._id,
    }
    await callAs(request, payer.token, 'post', `${calls}/contribution`, payment)
    const { waiting } = await callAs<CallList>(request, payer.token, 'get', calls)
    const others = people.filter((person) => person !== payer).slice(0, waiting[0]?.wordsNeeded)
    for (const other of others) await giveWord(request, other, `${calls}/contribution/${waiting[0]?._id}`)
  }
  await callAs(request, treasurer.token, 'post', `app/book/${circle._id}/payment`, {
    what: 'cost',
    account: 'professional_fees',
    amountCents: inspectionCents,
    day: today,
    bankAccountId: account,
    payee: 'Summit Inspections',
    relatedMember: null,
  })
}
