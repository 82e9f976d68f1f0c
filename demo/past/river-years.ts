import { addDays } from '#domain/dates.ts'
import type { FormFacts } from '#domain/motion-kinds.ts'
import { layOut } from '#server/features/book/lay-out.ts'
import { pay } from '#server/features/book/pay.ts'
import { refund } from '#server/features/book/refund.ts'
import { voteOnMotion } from '#server/features/deciding/vote-on-motion.ts'
import { issueStatements } from '#server/features/statements/issue-statements.ts'
import type { DocumentName } from './documents.ts'
import { addPaper, type DecidedMotion, dayIn, decide, type Happening, todayOf } from './life.ts'
import { memberOf } from './past.ts'
import { cost, type Owned, ownedMonths } from './river-months.ts'
import { payOut } from './river-payouts.ts'

type Spend = Omit<DecidedMotion, 'facts'> & Pick<Extract<FormFacts, { kind: 'spend' }>, 'amountCents' | 'category'>

/** What did not happen every month: motions, repairs, tax, what was paid out, and the statements of each year. */
export function specialMonths(owned: Owned): Happening[] {
  const { past, circle, site, treasurer, bank, motions } = owned
  const { tx } = past
  const months = ownedMonths(owned)
  const on = (index: number, day: number) => dayIn(months[index] ?? '', day)
  const until = addDays(todayOf(owned), 700)
  const spend = (day: string, key: string, every: 'month' | 'year' | null, { amountCents, category, ...motion }: Spend): Happening => {
    const facts = { kind: 'spend', amountCents, category, repeats: every && { every, until }, relatedMember: null } as const
    return [day, async () => void motions.set(key, await decide(owned, day, { ...motion, facts }))]
  }
  const named = (key: string) => () => motions.get(key)
  const bill = (by: number, name: DocumentName, title: string) => async () =>
    (await addPaper(owned, memberOf(circle, by), name, { title, shelf: 'book' })).versionId
  /** Everyone ratifies what was paid within the emergency limit. */
  const ratify = async (motionId: string | null) => {
    for (const member of circle.members)
      await voteOnMotion(tx, member, { circleId: circle.id, motionId: motionId ?? '' }, { choice: 'yes' }, site)
  }

  let [keys, heater, check] = ['', '', '']
  let burst: string | null = null
  return [
    [
      on(0, 2),
      () =>
        decide(owned, on(0, 2), {
          by: 1,
          title: 'Keep a reserve of $9,000',
          text: 'Half a year of loan, tax and insurance. In an emergency I may spend up to $750 in a month, and tell everyone the same day.',
          facts: { kind: 'reserve', floorCents: 900_000, emergencyCents: 75_000 },
          reasons: [[0, 'Half a year is what my bank advises too.']],
        }),
    ],
    spend(on(0, 3), 'utilities', 'month', {
      by: 1,
      title: 'Water and light of the common rooms',
      text: 'The city bills us on the 9th of each month, between $130 and $170.',
      payee: 'Fort Collins Utilities',
      amountCents: 22_000,
      category: 'utilities',
    }),
    spend(on(1, 12), 'tax', 'year', {
      by: 1,
      title: 'Property tax, in two halves',
      text: 'The county asks for $2,481 a year, in February and June or as it bills us.',
      payee: 'Larimer County Treasurer',
      amountCents: 260_000,
      category: 'tax',
    }),
    spend(on(2, 6), 'upkeep', 'year', {
      by: 4,
      title: 'Small repairs by Hartman & Sons',
      text: 'They know the house from the inspection. Up to $900 a year, so that nobody waits for a vote with a dripping tap.',
      payee: 'Hartman & Sons Plumbing',
      amountCents: 90_000,
      category: 'repairs',
      reasons: [[2, 'They came within a day when my cellar was wet.']],
    }),
    spend(on(3, 10), 'heater', null, {
      by: 5,
      title: 'A new water heater for the house',
      text: 'The inspector gave the old one two years. Hartman has one in stock that heats with a third less gas; the price includes the permit.',
      payee: 'Hartman & Sons Plumbing',
      amountCents: 385_000,
      category: 'repairs',
      posts: [
        [6, 'Do the tenants have hot water while it is changed?'],
        [5, 'They are without it for one afternoon. I have asked all four.'],
      ],
      votes: [
        [5, 'yes'],
        [1, 'yes', 'We have the money, and the floor holds.'],
        [3, 'yes'],
        [4, 'no', 'The old one still works. I would wait a year.'],
        [0, 'yes'],
        [2, 'yes'],
        [6, 'yes', 'Better before the winter than in it.'],
      ],
    }),
    spend(on(10, 6), 'roof', null, {
      by: 0,
      title: 'Gutters on the north side, and the flashing',
      text: 'What the inspector found before we bought. Weller has measured it and holds the price until the end of the month.',
      payee: 'Weller Roofing LLC',
      amountCents: 196_000,
      category: 'repairs',
      reasons: [[6, 'I have seen the stain under the eaves. It is time.']],
    }),
    spend(on(11, 15), 'insurance', 'year', {
      by: 1,
      title: 'Insure the house for another year',
      text: 'Rocky Ridge Mutual asks for $2,364, a little more than in the first year, with the same cover.',
      payee: 'Rocky Ridge Mutual',
      amountCents: 240_000,
      category: 'insurance',
    }),

    // Omar has paid for keys himself, and gets it back.
    [
      on(1, 8),
      async () => {
        const documentVersionId = await bill(0, 'locksmith', 'Receipt for the keys')()
        const outlay = {
          person: memberOf(circle, 0).id,
          account: 'repairs',
          amountCents: 8_640,
          day: on(1, 8),
          payee: 'Old Town Lock & Key',
        } as const
        const words = 'A new cylinder and five keys'
        keys =
          (await layOut(tx, treasurer, circle.id, { ...outlay, words, documentVersionId, relatedMember: null }, site)).ratifyMotionId ?? ''
      },
    ],
    [on(1, 10), () => ratify(keys)],
    [
      on(1, 14),
      async () => {
        const owed = {
          what: 'owed',
          person: memberOf(circle, 0).id,
          bankAccountId: bank().accountId,
          amountCents: 8_640,
          day: on(1, 14),
        } as const
        const { entryId } = await pay(tx, treasurer, circle.id, { ...owed, words: 'The keys' }, site)
        bank().add({ day: on(1, 14), text: 'ACH DEBIT FAROUK', cents: -8_640, book: (line) => bank().matchEntry(entryId, line) })
      },
    ],
    cost(owned, { day: on(2, 25), text: 'LARIMER CTY TREASURER', amountCents: 124_050, account: 'tax', motion: named('tax') }),
    cost(owned, {
      day: on(4, 12),
      text: 'HARTMAN AND SONS',
      amountCents: 385_000,
      account: 'property',
      motion: named('heater'),
      paper: bill(5, 'heater', 'Hartman, invoice 2041: water heater'),
      booked: ({ entryId }) => (heater = entryId),
    }),
    ...payOut(owned, months[5] ?? '', { amountCents: 650_000, note: 'From the first half year. The reserve stays above its floor.' }),
    cost(owned, {
      day: on(7, 19),
      text: 'HARTMAN AND SONS',
      amountCents: 41_875,
      account: 'repairs',
      payee: 'Hartman & Sons Plumbing',
      words: 'A burst pipe in flat 3, on a Sunday',
      booked: ({ ratifyMotionId }) => (burst = ratifyMotionId),
    }),
    [on(8, 6), () => ratify(burst)],
    cost(owned, { day: on(8, 25), text: 'LARIMER CTY TREASURER', amountCents: 124_050, account: 'tax', motion: named('tax') }),
    [
      on(8, 12),
      async () => {
        const book = (bankLineId: string) =>
          refund(
            tx,
            treasurer,
            circle.id,
            { entryId: heater, bankAccountId: bank().accountId, amountCents: 7_500, bankLineId, words: 'Rebate on the heater' },
            site,
          )
        bank().add({ day: on(8, 12), text: 'HARTMAN REBATE', cents: 7_500, book })
      },
    ],
    // A check that the bank shows only in the next month.
    [
      on(8, 27),
      async () => {
        const paid = { what: 'cost', account: 'repairs', bankAccountId: bank().accountId, amountCents: 21_010, day: on(8, 27) } as const
        const words = 'Check 101: taps in flats 1 and 4'
        const { entryId } = await pay(
          tx,
          treasurer,
          circle.id,
          { ...paid, motionId: motions.get('upkeep'), words, relatedMember: null },
          site,
        )
        check = entryId
      },
    ],
    [
      on(9, 3),
      async () => bank().add({ day: on(9, 3), text: 'CHECK 101', cents: -21_010, book: (line) => bank().matchEntry(check, line) }),
    ],
    ...payOut(owned, months[9] ?? '', { amountCents: 700_000, note: 'What the house brought since the last time, less the tax.' }),
    cost(owned, {
      day: on(11, 4),
      text: 'WELLER ROOFING LLC',
      amountCents: 196_000,
      account: 'repairs',
      motion: named('roof'),
      paper: bill(0, 'roof', 'Weller, invoice 388: gutters'),
    }),
    cost(owned, { day: on(12, 2), text: 'ROCKY RIDGE MUTUAL', amountCents: 236_400, account: 'insurance', motion: named('insurance') }),
    ...payOut(owned, months[12] ?? '', {
      amountCents: 500_000,
      note: 'After the roof and the insurance are paid. Thank you all for a good year.',
      byWordOf: memberOf(circle, 2),
    }),
    ...yearsBetween(owned.month, todayOf(owned)).map(
      (year): Happening => [`${year + 1}-01-25`, () => issueStatements(tx, treasurer, circle.id, year, site)],
    ),
  ]
}

/** The years from a month on that have ended before a day. */
function yearsBetween(month: string, today: string): number[] {
  const [first, present] = [month, today].map((day) => Number(day.slice(0, 4))) as [number, number]
  return Array.from({ length: present - first }, (_, index) => first + index)
}
