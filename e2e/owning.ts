import type { APIRequestContext } from '@playwright/test'
import type { Acquisition } from '#contract/acquisition.ts'
import type { BankLines } from '#contract/bank-lines.ts'
import type { Book } from '#contract/book.ts'
import type { BookMonth } from '#contract/book-months.ts'
import type { CallList } from '#contract/calls.ts'
import type { Distribution } from '#contract/distributions.ts'
import type { Motion } from '#contract/motions.ts'
import type { WhereToPay } from '#contract/where-to-pay.ts'
import { addDays, calendarDayOf } from '#domain/dates.ts'
import { currentConsent } from '#domain/signing.ts'
import { type Member, passedCircle } from './buying.ts'
import { callAs } from './circles.ts'
import { addPaper } from './documents.ts'
import { letDaysPass } from './jobs.ts'
import { password } from './people.ts'

type Members = readonly [Member, ...Member[]]
type Terms = {
  readonly title: string
  readonly address: string
  readonly price: number
  readonly costsCents: number
  readonly callCents: number
  /** How many of the twelve arcs each member holds, the owner first. */
  readonly arcs: readonly number[]
}

type Purpose = 'confirm_money' | 'sign' | 'where_to_pay'

/** Each word about money and each signature needs a step-up of its own. */
export const stepUp = (request: APIRequestContext, { token }: Member, purpose: Purpose): Promise<unknown> =>
  callAs(request, token, 'post', 'auth/step-up', { purpose, password })

/** Proposes a motion for which all vote, so that it passes at once. */
export async function passMotion(request: APIRequestContext, members: Members, circleId: string, facts: object): Promise<string> {
  const [{ token }] = members
  const closesAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const motion = { title: 'It is time', text: 'As we said.', payee: null, facts, closesAt }
  const { _id } = await callAs<Motion>(request, token, 'post', `app/motion/${circleId}`, motion)
  await voteYes(request, members, circleId, _id)
  return _id
}

export async function voteYes(request: APIRequestContext, members: readonly Member[], circleId: string, motionId: string): Promise<void> {
  for (const { token } of members) await callAs(request, token, 'post', `app/motion/${circleId}/${motionId}/vote`, { choice: 'yes' })
}

/** All sign the agreement that the owner has added. */
async function signAgreement(request: APIRequestContext, members: Members, circleId: string, stepId: string): Promise<void> {
  const [owner] = members
  const { _id, newest } = await addPaper(request, owner.token, circleId, 'Operating agreement')
  const versionId = newest._id
  await callAs(request, owner.token, 'post', `app/document/${circleId}/${_id}/ask`, { versionId })
  await callAs(request, owner.token, 'put', `app/acquisition/${circleId}/step/${stepId}`, { documentVersionId: versionId })
  for (const member of members) {
    await stepUp(request, member, 'sign')
    const signature = { versionId, sha256: newest.sha256, name: member.name, consentVersion: currentConsent.version }
    await callAs(request, member.token, 'post', `app/document/${circleId}/${_id}/sign`, signature)
  }
}

/** Each pays what they owe, and two others say that they have seen it. */
async function payCall(request: APIRequestContext, members: Members, circleId: string, callCents: number): Promise<void> {
  const [owner] = members
  const url = `app/call/${circleId}`
  const call = { amountCents: callCents, dueDay: '2099-01-31', why: 'Price, closing costs and the first reserve.' }
  await callAs(request, owner.token, 'post', url, call)
  const { newest } = await addPaper(request, owner.token, circleId, 'Statement of the bank')
  for (const payer of members) {
    const { mine, desk } = await callAs<CallList>(request, payer.token, 'get', url)
    await callAs(request, payer.token, 'post', `${url}/contribution`, {
      amountCents: mine.openCents,
      day: desk.today,
      bankAccountId: desk.bankAccounts[0]?._id,
      callId: mine.next?.callId,
      documentVersionId: newest._id,
    })
    const { waiting } = await callAs<CallList>(request, payer.token, 'get', url)
    for (const other of members.filter((member) => member !== payer).slice(0, 2)) {
      await stepUp(request, other, 'confirm_money')
      await callAs(request, other.token, 'post', `${url}/contribution/${waiting[0]?._id}/word`)
    }
  }
}

/** Where the title company is paid, named and confirmed more than three days ago. */
async function nameWhereToPay(request: APIRequestContext, [owner, second]: Members, circleId: string): Promise<void> {
  const url = `app/where-to-pay/${circleId}`
  const details = { payee: 'Front Range Title', bank: 'First Bank of Denver', routingNumber: '102003154', accountNumber: '4417123456' }
  await stepUp(request, owner, 'where_to_pay')
  await callAs(request, owner.token, 'post', url, { bankAccountId: null, ...details })
  const { places } = await callAs<WhereToPay>(request, owner.token, 'get', url)
  const named = places.find(({ bankAccountId }) => bankAccountId === null)?.coming[0]?._id
  if (!second) throw new Error('a circle that buys has two members')
  await stepUp(request, second, 'where_to_pay')
  const called = { number: '(303) 555-0142', found: 'The state’s licence page' }
  await callAs(request, second.token, 'post', `${url}/${named}/confirm`, called)
  await letDaysPass(circleId, 4)
}

/** A circle that owns a house without a loan; its second member is the treasurer. What is left of the call is its cash. */
export async function owningCircle(request: APIRequestContext, members: Members, terms: Terms) {
  const [owner, second] = members
  const { circle, property } = await passedCircle(request, members, terms)
  const circleId = circle._id
  const url = `app/acquisition/${circleId}`
  await callAs(request, owner.token, 'post', url, { propertyId: property._id })
  const acquisition = await callAs<Acquisition>(request, owner.token, 'get', url)
  const stepOf = (key: string) => acquisition.steps.find((step) => step.key === key)?._id ?? ''
  const end = (key: string, body: object = {}) => callAs(request, owner.token, 'post', `${url}/step/${stepOf(key)}/done`, body)
  await passMotion(request, members, circleId, { kind: 'treasurer', member: second?.user._id })
  for (const key of ['offer', 'inspection', 'title', 'insurance']) await end(key)
  await callAs(request, owner.token, 'post', `${url}/step/${stepOf('loan')}/skip`, { reason: 'We buy without a loan.' })
  await signAgreement(request, members, circleId, stepOf('agreement_signed'))
  await nameWhereToPay(request, members, circleId)
  await payCall(request, members, circleId, terms.callCents)
  const priceCents = terms.price * 100
  await stepUp(request, owner, 'confirm_money')
  await end('wire', { amountCents: priceCents + terms.costsCents })
  await end('deed_recorded')
  const paper = await addPaper(request, owner.token, circleId, 'Settlement statement')
  const lines = [
    { kind: 'price', amountCents: priceCents },
    { kind: 'purchase_costs', amountCents: terms.costsCents },
  ]
  const day = calendarDayOf(new Date(), 'America/Denver')
  const closing = { day, lines, documentVersionId: paper.newest._id }
  const { settlement } = await callAs<Acquisition>(request, owner.token, 'post', `${url}/settlement`, closing)
  if (!second || !settlement) throw new Error('another member confirms the closing')
  await stepUp(request, second, 'confirm_money')
  await callAs(request, second.token, 'post', `${url}/settlement/${settlement._id}/confirm`, { settlementId: settlement._id })
  const book = () => callAs<Book>(request, second.token, 'get', `app/book/${circleId}`)
  const { accounts } = await book()
  return { circle, circleId, treasurer: second, book, bankAccountId: accounts[0]?._id ?? '' }
}

export type Owning = Awaited<ReturnType<typeof owningCircle>>

/** The day this many days ago, where the property is. */
export const daysAgo = (days: number): string => addDays(calendarDayOf(new Date(), 'America/Denver'), -days)

const decimals = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

export type BankRow = readonly [daysAgo: number, text: string, cents: number]

/** Adds a file of the bank that shows every day since its last one up to yesterday, oldest first, as the treasurer does. */
export async function addBankFile(request: APIRequestContext, owning: Owning, rows: readonly BankRow[]): Promise<void> {
  const { circleId, bankAccountId, treasurer, book } = owning
  const [account] = (await book()).accounts
  const lines = rows.map(([days, text, cents]) => `${daysAgo(days)},${text},${decimals(cents)}`)
  await callAs(request, treasurer.token, 'post', `app/bank-file/${circleId}/import`, {
    bankAccountId,
    content: Buffer.from(`Date,Description,Amount\n${lines.join('\n')}\n`).toString('base64'),
    choices: { from: account?.shownTo ?? daysAgo(rows[0]?.[0] ?? 1), to: daysAgo(1) },
  })
}

/** Matches what is booked with what the bank has shown up to a day, in one group. */
export async function matchBooked(request: APIRequestContext, { circleId, treasurer }: Owning, until: string): Promise<void> {
  const url = `app/bank-file/${circleId}`
  const { lines, outstanding } = await callAs<BankLines>(request, treasurer.token, 'get', `${url}/lines?state=unmatched`)
  await callAs(request, treasurer.token, 'post', `${url}/match`, {
    bankLineIds: lines.filter(({ day }) => day <= until).map(({ _id }) => _id),
    cashLines: outstanding.map(({ entryId, position }) => ({ entryId, position })),
  })
}

/** The treasurer pays out everything that is free, by the votes of all. */
export async function payOutAll(
  request: APIRequestContext,
  { circleId, treasurer, book }: Owning,
  voters: readonly Member[],
): Promise<void> {
  const url = `app/distribution/${circleId}`
  const { freeCashCents } = await book()
  const draft = { amountCents: freeCashCents, note: 'What the house brought.' }
  const { _id } = await callAs<Distribution>(request, treasurer.token, 'post', url, draft)
  const closesAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const proposed = await callAs<Distribution>(request, treasurer.token, 'post', `${url}/${_id}/propose`, { closesAt })
  await voteYes(request, voters, circleId, proposed.motion?._id ?? '')
}

/** The bank shows on one day that everyone who is owed money was paid; the treasurer books it from its lines. */
export async function showPayouts(request: APIRequestContext, owning: Owning, days: number): Promise<void> {
  const { circleId, bankAccountId, treasurer, book } = owning
  const { owed } = await book()
  await addBankFile(
    request,
    owning,
    owed.map(({ name, owedCents }) => [days, `PAYOUT ${name}`, -owedCents]),
  )
  const { lines } = await callAs<BankLines>(request, treasurer.token, 'get', `app/bank-file/${circleId}/lines?state=unmatched`)
  for (const { _id, name, owedCents } of owed) {
    const bankLineId = lines.find(({ text }) => text === `PAYOUT ${name}`)?._id
    const payment = { what: 'owed', person: _id, amountCents: owedCents, bankAccountId, bankLineId }
    await callAs(request, treasurer.token, 'post', `app/book/${circleId}/payment`, payment)
  }
}

/** Closes the months before this one, by a member who had no part in them and types what the treasurer sees. */
export async function closeMonthsBefore(
  request: APIRequestContext,
  { circleId, treasurer }: Owning,
  member: Member,
  last: string,
): Promise<void> {
  const url = `app/book/${circleId}`
  for (;;) {
    const { may } = await callAs<Book>(request, member.token, 'get', url)
    if (may.confirm === null || may.confirm >= last) return
    const { accounts } = await callAs<BookMonth>(request, treasurer.token, 'get', `${url}/month/${may.confirm}`)
    const balances = accounts.map(({ _id, expectedCents }) => ({ bankAccountId: _id, typedCents: expectedCents }))
    await stepUp(request, member, 'confirm_money')
    await callAs(request, member.token, 'post', `${url}/month/${may.confirm}/confirm`, { balances })
  }
}
