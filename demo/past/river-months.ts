import { addDays } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { lastDayOf, monthsBetween, nextMonth } from '#domain/month-close.ts'
import { pay } from '#server/features/book/pay.ts'
import { payLoan } from '#server/features/book/pay-loan.ts'
import { takeIncome } from '#server/features/book/take-income.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { Bank } from './bank.ts'
import { dayIn, type Happening, type Life, monthsAgo, todayOf } from './life.ts'
import { memberOf } from './past.ts'

/** A house that the circle owns: its book, and who keeps it. */
export type Owned = Life & {
  /** The month of the purchase. */
  readonly month: string
  readonly treasurer: Actor
  readonly lender: string
  /** From the first day of the purchase on. */
  bank(): Bank
  /** Motions that permit payments, by what they are for. */
  readonly motions: Map<string, string>
}

const rents = [
  { flat: 1, day: 2, cents: 86_000, payee: 'L. Alvarez, flat 1' },
  { flat: 2, day: 3, cents: 91_000, payee: 'J. and R. Pike, flat 2' },
  { flat: 3, day: 3, cents: 91_000, payee: 'S. Nakamura, flat 3' },
  { flat: 4, day: 5, cents: 98_000, payee: 'The Dunn family, flat 4' },
] as const
const loan = { firstCents: 15_000_000, monthlyRate: 0.0625 / 12, paidCents: 92_358, reserveCents: 19_000 }

/** The months in which the house was owned, the present one last. */
export const ownedMonths = (owned: Owned): string[] => monthsBetween(nextMonth(owned.month), monthsAgo(owned, 0))

/** What the bank shows every month, the import of each month's file, and the month's closing by another member. */
export function everyMonth(owned: Owned): Happening[] {
  const { past, circle, site, treasurer, lender, bank, motions } = owned
  const { tx } = past
  const present = monthsAgo(owned, 0)
  let leftCents = loan.firstCents
  const ofLoan = (day: string): Happening => {
    const interestCents = Math.round(leftCents * loan.monthlyRate)
    const principalCents = loan.paidCents - interestCents
    leftCents -= principalCents
    const parts = { interestCents, principalCents, reserveCents: loan.reserveCents, lender }
    const cents = -(loan.paidCents + loan.reserveCents)
    const book = (bankLineId: string) => payLoan(tx, treasurer, circle.id, { bankAccountId: bank().accountId, bankLineId, ...parts }, site)
    return [day, async () => bank().add({ day, text: 'FRONT RANGE CU LOAN 0417', cents, book })]
  }
  const ofRent = (day: string, { flat, cents, payee }: (typeof rents)[number], isBooked: boolean): Happening => {
    const book = (bankLineId: string) =>
      takeIncome(tx, treasurer, circle.id, { what: 'rent', bankAccountId: bank().accountId, amountCents: cents, bankLineId, payee }, site)
    return [day, async () => bank().add({ day, text: `ACH CREDIT RENT FLAT ${flat}`, cents, ...(isBooked ? { book } : {}) })]
  }
  const ofFee = (day: string, cents: Cents): Happening => {
    const book = (bankLineId: string) =>
      pay(tx, treasurer, circle.id, { what: 'bank_fee', bankAccountId: bank().accountId, amountCents: cents, bankLineId }, site)
    return [day, async () => bank().add({ day, text: 'SERVICE FEE', cents: -cents, book })]
  }
  const happenings = ownedMonths(owned).flatMap((month, index) => {
    const on = (day: number) => dayIn(month, day)
    // Once a tenant was late. What came this month waits for the treasurer.
    const rentDay = (flat: number, day: number) => (index === 6 && flat === 3 ? 17 : day)
    const used = 13_100 + ((index * 37) % 11) * 340
    return [
      ofLoan(on(1)),
      ...rents.map((rent) => ofRent(on(rentDay(rent.flat, rent.day)), rent, month !== present)),
      cost(owned, {
        day: on(9),
        text: 'FC UTILITIES AUTOPAY',
        amountCents: used,
        account: 'utilities',
        motion: () => motions.get('utilities'),
      }),
      ...(index % 4 === 0 ? [ofFee(on(28), 1_200)] : []),
    ]
  })
  for (const [index, month] of monthsBetween(owned.month, monthsAgo(owned, 1)).entries()) {
    const next = nextMonth(month)
    // Neither of them books or matches.
    const second = memberOf(circle, 5 + (index % 2))
    happenings.push([dayIn(next, 4), () => bank().importFile(`${month}-01`, lastDayOf(month))])
    happenings.push([dayIn(next, 20), () => bank().closeMonth(second, month)])
  }
  const today = todayOf(owned)
  if (today >= dayIn(present, 5)) happenings.push([addDays(today, -1), () => bank().importFile(`${present}-01`, addDays(today, -2))])
  return happenings
}

type Cost = Extract<Parameters<typeof pay>[3], { what: 'cost' }>
type Shown = Pick<Cost, 'account' | 'amountCents' | 'payee' | 'words'> & {
  readonly day: string
  readonly text: string
  /** The motion that permits it; without one it falls under the emergency limit. */
  readonly motion?: () => string | undefined
  readonly paper?: () => Promise<string>
  readonly booked?: (entry: Awaited<ReturnType<typeof pay>>) => void
}

/** A cost that the bank shows before the treasurer books it. */
export function cost(owned: Owned, { day, text, motion, paper, booked, ...shown }: Shown): Happening {
  const { past, circle, site, treasurer, bank } = owned
  const book = async (bankLineId: string) => {
    const permitted = { motionId: motion?.() ?? null, documentVersionId: (await paper?.()) ?? null, relatedMember: null }
    const payment = { what: 'cost', bankAccountId: bank().accountId, bankLineId, ...shown, ...permitted } as const
    const entry = await pay(past.tx, treasurer, circle.id, payment, site)
    booked?.(entry)
  }
  return [day, async () => bank().add({ day, text, cents: -shown.amountCents, book })]
}
