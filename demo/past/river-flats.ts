import { addDays } from '#domain/dates.ts'
import { matchContribution } from '#server/features/book/match-contribution.ts'
import { transfer } from '#server/features/book/transfer.ts'
import { openPurchaseCall } from '#server/features/calls/open-purchase-call.ts'
import { askToSign } from '#server/features/documents/ask-to-sign.ts'
import { makeOffer } from '#server/features/offers/make-offer.ts'
import { bid } from '#server/features/offers/take-part.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { type Bank, openBank } from './bank.ts'
import {
  addPaper,
  confirmed,
  dayIn,
  decide,
  type Happening,
  type Life,
  monthsAgo,
  openLife,
  type Paper,
  play,
  sign,
  todayOf,
} from './life.ts'
import { actorOf, memberOf, type Past } from './past.ts'
import { declineProperty, numbers, passProperty, purchaseOf } from './purchase.ts'
import { everyMonth, type Owned } from './river-months.ts'
import { specialMonths } from './river-years.ts'

/**
 * Members: Omar Farouk (the owner, 2 arcs), Maya Sorensen (2), Kwame Mensah (1), Grace Okafor (2), Gideon Marsh (2), Felix Brandt (2),
 * Ingrid Halvorsen (1). Maya, to sign in as, keeps the book.
 */
type River = Life & { readonly month: string; readonly treasurer: Actor; readonly second: Actor; readonly broker: Actor }

const address = '1320 Sparrow Row'
const lender = 'Front Range Credit Union'
const callCents = 25_800_000
const wireCents = 24_060_000
/** Of the closing; together they take $240,104.77 of what was wired. */
const closingLines = [
  { kind: 'price', amountCents: 38_600_000 },
  { kind: 'purchase_costs', amountCents: 579_000 },
  { kind: 'loan', amountCents: 15_000_000, lender },
  { kind: 'loan_costs', amountCents: 225_000 },
  { kind: 'lender_reserve', amountCents: 114_000 },
  { kind: 'interest', amountCents: 31_233 },
  { kind: 'insurance', amountCents: 228_000 },
  { kind: 'tax', amountCents: -162_240 },
  { kind: 'rent', amountCents: -164_516 },
  { kind: 'deposits', amountCents: 440_000 },
] as const
const refundCents = wireCents - 24_010_477

/** A house that was bought in the month before the last fourteen, up to its keys. */
function purchase(river: River, bank: () => Bank, open: () => Promise<void>): Happening[] {
  const { past, circle, site, month, treasurer, second, broker } = river
  const { tx } = past
  const buying = purchaseOf(river)
  const [owner, ...others] = circle.members as [Actor, ...Actor[]]
  const on = (day: number) => dayIn(month, day)
  const before = (days: number) => addDays(`${month}-01`, -days)
  let agreement: Paper = { documentId: '', versionId: '', sha256: '' }
  let detailsId = ''
  const payments = async () => {
    const holders = await readHoldings(tx, circle.id)
    for (const [index, person] of [owner, ...others].entries()) {
      const arcs = holders.find(({ user }) => user === person.id)?.heldSince.length ?? 0
      const name = past.people.rows.find(({ id }) => id === person.id)?.last_name?.toUpperCase() ?? ''
      const by = person.id === treasurer.id ? owner : treasurer
      bank().add({
        day: on(6 + Math.min(index, 5)),
        text: `WIRE IN ${name}`,
        cents: (callCents / 12) * arcs,
        book: (bankLineId) =>
          by === treasurer
            ? matchContribution(tx, by, circle.id, { bankLineId, person: person.id }, site)
            : confirmed(past, by, 'confirm_money', (actor) =>
                matchContribution(tx, actor, circle.id, { bankLineId, person: person.id }, site),
              ),
      })
    }
    await bank().importFile(on(1), on(13))
  }
  return [
    [
      before(6),
      async () => {
        const { id } = await tx
          .selectFrom('properties')
          .select('id')
          .where('circle_id', '=', circle.id)
          .where('address', '=', address)
          .executeTakeFirstOrThrow()
        await buying.start(id)
        await open()
        await buying.plan('title', { assignedTo: broker.id, dueDay: on(9) })
        await buying.plan('insurance', { assignedTo: second.id, dueDay: on(8) })
        await buying.plan('wire', { dueDay: on(17) })
      },
    ],
    [
      before(5),
      () =>
        decide(river, before(5), {
          by: 0,
          title: 'Maya keeps the book',
          text: 'Maya has offered to keep our accounts: a page a month, and every receipt in its place.',
          facts: { kind: 'treasurer', member: treasurer.id },
          reasons: [
            [2, 'Gladly. She answers within the hour.'],
            [4, 'Yes, with thanks.'],
          ],
        }),
    ],
    [
      before(5),
      async () => {
        const papers = { shelf: 'property', isShared: true } as const
        const { versionId } = await addPaper(river, owner, 'riverSale', { ...papers, title: 'Agreement of sale, 1320 Sparrow Row' })
        await buying.plan('offer', { documentVersionId: versionId })
        await buying.done('offer')
      },
    ],
    [
      before(4),
      () =>
        decide(river, before(4), {
          by: 0,
          title: 'Borrow $150,000 for the house',
          text: 'Front Range Credit Union lends us $150,000 for thirty years at 6.25%. The rents cover it more than three times.',
          facts: { kind: 'spend', amountCents: 15_000_000, category: 'loan', repeats: null, relatedMember: null },
          payee: lender,
          posts: [
            [5, 'Can we pay it back early without a fee?'],
            [0, 'Yes, from the third year on.'],
          ],
          reasons: [[3, 'A fixed rate lets me sleep.']],
        }),
    ],
    [
      before(3),
      async () => {
        agreement = await addPaper(river, owner, 'riverAgreement', { title: 'Operating agreement', shelf: 'agreement' })
        await askToSign(tx, owner, { circleId: circle.id, documentId: agreement.documentId }, { versionId: agreement.versionId }, site)
        await buying.plan('agreement_signed', { documentVersionId: agreement.versionId })
      },
    ],
    ...circle.members.map((member, index): Happening => [addDays(before(2), Math.min(index, 4)), () => sign(river, member, agreement)]),
    [
      on(1),
      async () => {
        const { versionId } = await addPaper(river, second, 'riverInspection', { title: 'Inspection', shelf: 'property', isShared: true })
        await buying.plan('inspection', { documentVersionId: versionId })
        await buying.done('inspection')
        const call = { amountCents: callCents, dueDay: on(12), why: 'The house, the closing costs, and the first months of our reserve.' }
        await openPurchaseCall(tx, owner, circle.id, call, site)
      },
    ],
    [
      on(2),
      async () => {
        const company = { payee: 'Front Range Title, trust account', bank: 'First Bank of Denver', accountNumber: '4400918273' }
        detailsId = await buying.nameWhereToPay({ bankAccountId: null, ...company })
      },
    ],
    [on(3), () => buying.confirmWhereToPay(second, detailsId, numbers.title)],
    [on(7), () => buying.done('insurance', second)],
    [on(8), () => buying.done('title', broker)],
    [on(8), () => buying.done('loan')],
    [on(14), payments],
    [
      on(16),
      async () => {
        await buying.done('wire', owner, { amountCents: wireCents, day: on(16) })
        const { id } = await tx
          .selectFrom('book_entries')
          .select('id')
          .where('circle_id', '=', circle.id)
          .where('kind', '=', 'wire')
          .executeTakeFirstOrThrow()
        bank().add({ day: on(16), text: 'WIRE OUT FRONT RANGE TITLE', cents: -wireCents, book: (line) => bank().matchEntry(id, line) })
      },
    ],
    [
      on(19),
      async () => {
        const { versionId } = await addPaper(river, owner, 'riverClosing', { title: 'Settlement statement', shelf: 'closing' })
        await buying.settle(second, { day: on(19), lines: [...closingLines], documentVersionId: versionId })
      },
    ],
    [
      on(25),
      async () => {
        const book = (bankLineId: string) => {
          const back = { from: { heldBy: 'title' }, toBankAccountId: bank().accountId, amountCents: refundCents, bankLineId } as const
          return transfer(tx, treasurer, circle.id, back, site)
        }
        bank().add({ day: on(25), text: 'FRONT RANGE TITLE REFUND', cents: refundCents, book })
      },
    ],
    [on(27), () => buying.done('deed_recorded')],
  ]
}

/** What waits today: a motion, and arcs that Gideon offers with two bids that nobody sees. */
function lately(river: River, appraisedOn: string): Happening[] {
  const { past, circle, site } = river
  const { tx } = past
  const today = todayOf(river)
  const seller = memberOf(circle, 4)
  let offerId = ''
  const wants = (by: number, wanted: number) => () => bid(tx, memberOf(circle, by), { circleId: circle.id, offerId }, wanted, site)
  return [
    [
      appraisedOn,
      () =>
        addPaper(river, memberOf(circle, 0), 'riverAppraisal', {
          title: 'Appraisal for the insurer',
          shelf: 'property',
          isAppraisal: true,
          valueCents: 42_400_000,
          day: appraisedOn,
        }),
    ],
    [
      addDays(today, -12),
      async () => {
        const [arc] = (
          await tx
            .selectFrom('arcs')
            .innerJoin('memberships', 'memberships.id', 'membership_id')
            .select('number')
            .where('arcs.circle_id', '=', circle.id)
            .where('user_id', '=', seller.id)
            .orderBy('number', 'desc')
            .execute()
        ).map(({ number }) => number)
        const why = 'We are expecting twins and need a larger car before we need a second arc.'
        offerId = await makeOffer(tx, seller, circle.id, { arcs: [arc ?? 0], price: 23_500, why }, site)
      },
    ],
    [addDays(today, -8), wants(3, 1)],
    [addDays(today, -5), wants(6, 1)],
    [
      addDays(today, -3),
      () =>
        decide(river, addDays(today, -3), {
          by: 3,
          days: 9,
          title: 'Repaint the stairwell',
          text: 'The stairwell has not been painted since we bought the house. Two coats, in a week, with the doors.',
          facts: { kind: 'spend', amountCents: 184_000, category: 'repairs', repeats: null, relatedMember: null },
          payee: 'Lowell Painters',
          posts: [
            [2, 'Could it wait until the spring?'],
            [3, 'It could, but they have a free week now and take ten percent less.'],
          ],
          votes: [
            [3, 'yes'],
            [5, 'yes', 'The tenants have asked twice.'],
            [2, 'abstain'],
          ],
        }),
    ],
  ]
}

/** Buys a house, owns it for fourteen months with a book that agrees with the bank, pays out three times; and what waits today. */
export async function writeRiverFlats(past: Past): Promise<void> {
  const life = await openLife(past, 'Poudre River Flats')
  const people = {
    treasurer: actorOf(past.people.login.investor),
    second: memberOf(life.circle, 2),
    broker: actorOf(past.people.login.broker),
  }
  const river: River = { ...life, ...people, month: monthsAgo(life, 15) }
  let opened: Bank | undefined
  const bank = (): Bank => {
    if (!opened) throw new Error('The circle has no account yet')
    return opened
  }
  const owned: Owned = { ...river, lender, bank, motions: new Map() }
  await declineProperty(river, '60 Cedar Row', addDays(`${river.month}-01`, -19), 'One of the four flats has no second way out.')
  await passProperty(river, address, addDays(`${river.month}-01`, -15))
  await play(river, [
    ...purchase(river, bank, async () => {
      opened = await openBank(river, river.treasurer)
    }),
    ...everyMonth(owned),
    ...specialMonths(owned),
    ...lately(river, dayIn(monthsAgo(life, 2), 17)),
  ])
}
