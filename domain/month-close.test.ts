import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from './dates.ts'
import {
  type BankMonth,
  confirmMonthRefusalWords,
  decideConfirmMonth,
  lastDayOf,
  type MonthPeople,
  mayConfirmMonth,
  monthConfirmers,
  monthOf,
  monthReasonWords,
  monthStanding,
  monthsBetween,
  nextMonth,
} from './month-close.ts'
import {
  exampleBalances,
  exampleBankBalances,
  exampleEntries,
  exampleLateAtTheBank,
  exampleMonthEnds,
  exampleOutstanding,
} from './worked-example.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

describe('months', () => {
  test('follow each other', () => {
    expect(['2027-01', '2027-09', '2027-12'].map(nextMonth)).toEqual(['2027-02', '2027-10', '2028-01'])
    expect(['2027-01', '2027-02', '2028-02', '2027-12'].map(lastDayOf)).toEqual(['2027-01-31', '2027-02-28', '2028-02-29', '2027-12-31'])
    expect(monthOf('2027-02-28')).toBe('2027-02')
  })
})

describe('the worked example', () => {
  /** The bank's side, from the book: each cash line on its day, or later where the specification says so. */
  function exampleMonth(account: 'cash:operating' | 'cash:deposits', month: string): BankMonth {
    const cashLines = exampleEntries.flatMap(({ no, day, lines }) =>
      lines.filter((line) => line.account === account).map(({ amountCents }) => ({ id: `c${no}`, day, amountCents })),
    )
    const bankLines = cashLines.map((line) => {
      const late = exampleLateAtTheBank.find(({ no, account: of }) => `c${no}` === line.id && of === account)
      return { ...line, id: line.id.replace('c', 'b'), day: late?.day ?? line.day }
    })
    const firstBankDay = bankLines.map(({ day }) => day).sort()[0] ?? ''
    return {
      month,
      today: '2027-06-01',
      firstMonth: '2027-01',
      lastClosed: null,
      run: { from: firstBankDay, to: '2027-05-31' },
      balances: [{ day: '2027-05-31', amountCents: 0 }],
      bankLines,
      cashLines,
      groups: cashLines.map(({ id }) => ({ bankLines: [id.replace('c', 'b')], cashLines: [id] })),
      wordlessSuspense: [],
    }
  }

  test.each(['cash:operating', 'cash:deposits'] as const)(
    'the months of %s close in sequence, with the figures of its tables',
    (account) => {
      let lastClosed: string | null = null
      for (const [index, lastDay] of exampleMonthEnds.entries()) {
        const facts: BankMonth = { ...exampleMonth(account, monthOf(lastDay)), lastClosed }
        const standing = monthStanding(facts)
        expect(standing).toMatchObject({
          lastDay,
          bookCents: exampleBalances[account][index],
          bankCents: exampleBankBalances[account][index],
          expectedCents: exampleBankBalances[account][index],
          reasons: [],
        })
        expect(
          standing.outstanding.map(({ cashLines, amountCents }) => ({ no: Number(cashLines[0]?.slice(1)), account, amountCents })),
        ).toEqual(exampleOutstanding[index]?.filter((line) => line.account === account))
        expect(monthStanding({ ...facts, month: nextMonth(facts.month) }).reasons).toContainEqual({
          reason: 'month_out_of_sequence',
          next: facts.month,
        })
        lastClosed = facts.month
      }
    },
  )

  test('the balance of any month end follows from any one balance that the bank gave', () => {
    for (const account of ['cash:operating', 'cash:deposits'] as const)
      for (const [given, day] of exampleMonthEnds.entries())
        for (const [index, lastDay] of exampleMonthEnds.entries()) {
          const balances = [{ day, amountCents: exampleBankBalances[account][given] ?? Number.NaN }]
          expect(monthStanding({ ...exampleMonth(account, monthOf(lastDay)), balances }).bankCents).toBe(
            exampleBankBalances[account][index],
          )
        }
  })
})

const facts = (more: Partial<BankMonth> = {}): BankMonth => ({
  month: '2027-02',
  today: '2027-03-05',
  firstMonth: '2027-02',
  lastClosed: null,
  run: { from: '2027-02-01', to: '2027-03-04' },
  balances: [{ day: '2027-02-28', amountCents: 1_000 }],
  bankLines: [{ id: 'b1', day: '2027-02-10', amountCents: 1_000 }],
  cashLines: [{ id: 'c1', day: '2027-02-10', amountCents: 1_000 }],
  groups: [{ bankLines: ['b1'], cashLines: ['c1'] }],
  wordlessSuspense: [],
  ...more,
})
const reasonsOf = (more: Partial<BankMonth>) => monthStanding(facts(more)).reasons

describe('what keeps a month from closing', () => {
  test('nothing, when it agrees', () => {
    expect(reasonsOf({})).toEqual([])
  })

  test.each([
    [
      'it is not over',
      { today: '2027-02-28' },
      { reason: 'month_not_over', lastDay: '2027-02-28' },
      'The month can be closed after Feb 28, 2027.',
    ],
    ['it is closed', { lastClosed: '2027-02' }, { reason: 'month_closed' }, 'This month is closed.'],
    [
      'an earlier one is open',
      { firstMonth: '2026-12' },
      { reason: 'month_out_of_sequence', next: '2026-12' },
      'December 2026 comes first: months are closed one after the other.',
    ],
    [
      'the bank’s files end before it does',
      { run: { from: '2027-02-01', to: '2027-02-27' } },
      { reason: 'month_bank_days_missing', from: '2027-02-28', to: '2027-02-28' },
      'The bank’s days from Feb 28, 2027 to Feb 28, 2027 are missing. Add a bank file that shows them.',
    ],
    ['there is no bank file', { run: null }, { reason: 'month_bank_days_missing', from: '2027-02-01', to: '2027-02-28' }, null],
    [
      'a bank line is not matched',
      { groups: [], cashLines: [] },
      { reason: 'month_lines_unmatched', lines: [{ id: 'b1', day: '2027-02-10', amountCents: 1_000 }] },
      '1 line of the bank is not matched.',
    ],
    [
      'a bank line is matched with an entry of a later month',
      { cashLines: [{ id: 'c1', day: '2027-03-01', amountCents: 1_000 }] },
      { reason: 'month_lines_booked_later', lines: [{ id: 'b1', day: '2027-02-10', amountCents: 1_000 }] },
      '1 line of the bank is matched with an entry of a later month. A cash entry has the bank’s day.',
    ],
    [
      'the bank has more',
      { balances: [{ day: '2027-02-01', amountCents: 50 }] },
      { reason: 'month_balance_differs', differenceCents: 50, explainedBy: null },
      'The bank has $0.50 more than the book without what is outstanding.',
    ],
    [
      'what is in suspense has no words',
      { wordlessSuspense: [{ id: 's', amountCents: 120 }] },
      { reason: 'month_suspense_without_words', lines: [{ id: 's', amountCents: 120 }] },
      '1 line in suspense has no words yet. Say what is known of it.',
    ],
  ] as const)('%s', (_, more, reason, words) => {
    const found = reasonsOf(more)
    expect(found).toContainEqual(reason)
    const same = found.find((each) => each.reason === reason.reason)
    if (words !== null && same) expect(monthReasonWords(same)).toBe(words)
  })

  test('the line that explains a difference is named', () => {
    const bankLines = [...facts().bankLines, { id: 'b2', day: '2027-02-24', amountCents: -14_873 }]
    expect(reasonsOf({ bankLines, balances: [{ day: '2027-02-28', amountCents: -13_873 }] })).toContainEqual({
      reason: 'month_balance_differs',
      differenceCents: -14_873,
      explainedBy: bankLines[1],
    })
  })

  test('without any balance of the bank the month waits for the one that is typed', () => {
    expect(monthStanding(facts({ balances: [] }))).toMatchObject({ bankCents: null, expectedCents: 1_000, reasons: [] })
  })

  test('an opening balance is on no line of the bank, and agrees once it is booked', () => {
    const opened = { balances: [{ day: '2027-01-31', amountCents: 700 }] }
    expect(reasonsOf(opened)).toEqual([{ reason: 'month_balance_differs', differenceCents: 700, explainedBy: null }])
    const opening = { id: 'o', day: '2027-02-01', amountCents: 700, isOpening: true }
    const standing = monthStanding(facts({ ...opened, cashLines: [opening, ...facts().cashLines] }))
    expect(standing).toMatchObject({ bookCents: 1_700, bankCents: 1_700, outstanding: [], reasons: [] })
  })
})

describe('what is outstanding', () => {
  const outstandingOf = (more: Partial<BankMonth>) => monthStanding(facts({ balances: [], ...more })).outstanding

  test('is each cash line that no bank line has shown, amber after 60 days', () => {
    const cashLines = [
      { id: 'new', day: '2027-02-27', amountCents: -300 },
      { id: 'sixty', day: '2026-12-30', amountCents: -200 },
      { id: 'old', day: '2026-12-29', amountCents: -100 },
      { id: 'next', day: '2027-03-01', amountCents: -50 },
    ]
    expect(outstandingOf({ cashLines, groups: [], bankLines: [] })).toEqual([
      { cashLines: ['old'], day: '2026-12-29', amountCents: -100, days: 61, isOld: true },
      { cashLines: ['sixty'], day: '2026-12-30', amountCents: -200, days: 60, isOld: false },
      { cashLines: ['new'], day: '2027-02-27', amountCents: -300, days: 1, isOld: false },
    ])
  })

  test('is the rest, where the bank has shown a part of a match', () => {
    const more = {
      cashLines: [{ id: 'c1', day: '2027-02-26', amountCents: -534 }],
      bankLines: [
        { id: 'b1', day: '2027-02-27', amountCents: -338 },
        { id: 'b2', day: '2027-03-01', amountCents: -196 },
      ],
      groups: [{ bankLines: ['b1', 'b2'], cashLines: ['c1'] }],
    }
    expect(outstandingOf(more)).toEqual([{ cashLines: ['c1'], day: '2027-02-26', amountCents: -196, days: 2, isOld: false }])
    expect(monthStanding(facts({ ...more, balances: [{ day: '2027-03-01', amountCents: -534 }] })).reasons).toEqual([])
  })

  test('is not an entry with its reversal, but is the entry while the reversal is of a later month', () => {
    const groups = [{ bankLines: [], cashLines: ['c1', 'c2'] }]
    const first = { id: 'c1', day: '2027-02-10', amountCents: 500 }
    const pair = (day: string) => ({ bankLines: [], groups, cashLines: [first, { id: 'c2', day, amountCents: -500 }] })
    expect(outstandingOf(pair('2027-02-12'))).toEqual([])
    expect(outstandingOf(pair('2027-03-02'))).toMatchObject([{ cashLines: ['c1'], amountCents: 500 }])
  })
})

describe('in any history', () => {
  const dayAt = (index: number): string => addDays('2027-01-01', index)
  const aGroup = fc.record({
    bank: fc.array(fc.tuple(fc.nat(58), fc.integer({ min: -9, max: 9 })), { maxLength: 3 }),
    cash: fc.array(fc.tuple(fc.nat(58), fc.integer({ min: -9, max: 9 })), { minLength: 1, maxLength: 3 }),
  })

  test('a month that every line agrees with has the bank’s balance, reckoned line by line', () => {
    fc.assert(
      fc.property(fc.array(aGroup, { maxLength: 8 }), fc.integer({ min: -20, max: 20 }), fc.nat(58), (list, openingCents, givenOn) => {
        // The last cash line makes the sums equal.
        const groups = list.map(({ bank, cash }, group) => {
          const bankLines = bank.map(([day, amountCents], index) => ({ id: `b${group}.${index}`, day: dayAt(day), amountCents }))
          const last = sum(bankLines.map((line) => line.amountCents)) - sum(cash.slice(1).map(([, amount]) => amount))
          const cashLines = cash.map(([day, amount], index) => ({
            id: `c${group}.${index}`,
            day: dayAt(day),
            amountCents: index === 0 ? last : amount,
          }))
          return { bankLines, cashLines }
        })
        const bankLines = groups.flatMap((group) => group.bankLines)
        const opening = { id: 'o', day: dayAt(0), amountCents: openingCents, isOpening: true }
        const balanceAt = (day: string) => openingCents + sum(bankLines.filter((line) => line.day <= day).map((line) => line.amountCents))
        const standing = monthStanding({
          ...facts(),
          month: '2027-01',
          firstMonth: '2027-01',
          run: { from: dayAt(0), to: dayAt(58) },
          balances: [{ day: dayAt(givenOn), amountCents: balanceAt(dayAt(givenOn)) }],
          bankLines,
          cashLines: [opening, ...groups.flatMap((group) => group.cashLines)],
          groups: groups.map((group) => ({
            bankLines: group.bankLines.map(({ id }) => id),
            cashLines: group.cashLines.map(({ id }) => id),
          })),
        })
        expect(standing.bankCents).toBe(balanceAt('2027-01-31'))
        expect(standing.expectedCents).toBe(standing.bookCents - standing.outstandingCents)
        // By hand: each match is whole, on its way, partly on its way, or booked too late.
        const isLate = groups.some(({ bankLines: bank, cashLines: cash }) => {
          const shown = bank.filter(({ day }) => day <= '2027-01-31')
          const booked = cash.filter(({ day }) => day <= '2027-01-31')
          const differs = sum(shown.map((line) => line.amountCents)) !== sum(booked.map((line) => line.amountCents))
          return shown.length > 0 && differs && booked.length < cash.length
        })
        expect(standing.reasons.some(({ reason }) => reason === 'month_lines_booked_later')).toBe(isLate)
        if (!isLate) expect(standing.reasons).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('who may confirm', () => {
  const people: MonthPeople = { holders: ['ann', 'ben', 'cy', 'dee'], booked: ['ben', 'cy'], matched: ['ann'], treasurers: ['ben'] }

  test('someone who neither booked, matched nor was treasurer in the month', () => {
    expect(monthConfirmers(people)).toEqual(['dee'])
    const reasonOf = (person: string) => {
      const decision = mayConfirmMonth(person, people)
      return decision.ok ? null : decision.reason
    }
    expect(['ann', 'ben', 'cy', 'dee', 'eve'].map(reasonOf)).toEqual([
      'confirmer_matched',
      'confirmer_was_treasurer',
      'confirmer_booked',
      null,
      'confirmer_no_member',
    ])
  })

  test('with one holder left, that one', () => {
    expect(monthConfirmers({ ...people, holders: ['ben'] })).toEqual(['ben'])
    expect(mayConfirmMonth('ann', { ...people, holders: ['ben'] }).ok).toBe(false)
  })

  test('nobody, where all holders had a part', () => {
    expect(monthConfirmers({ ...people, holders: ['ann', 'ben'] })).toEqual([])
  })

  test('the balance is typed from the bank’s own statement and has to agree', () => {
    const standing = monthStanding(facts())
    expect(decideConfirmMonth(standing, 'dee', people, 1_000)).toEqual({ ok: true, value: null })
    expect(decideConfirmMonth(standing, 'dee', people, 1_001)).toEqual({ ok: false, reason: 'typed_balance_differs' })
    expect(decideConfirmMonth(standing, 'ben', people, 1_000)).toEqual({ ok: false, reason: 'confirmer_was_treasurer' })
    expect(decideConfirmMonth(monthStanding(facts({ today: '2027-02-03' })), 'dee', people, 1_000)).toEqual({
      ok: false,
      reason: 'month_not_ready',
    })
    for (const words of Object.values(confirmMonthRefusalWords)) expect(words).toMatch(/\.$/)
  })
})

test('the months from one to another include both; none if the end comes first', () => {
  expect(monthsBetween('2027-11', '2028-01')).toEqual(['2027-11', '2027-12', '2028-01'])
  expect(monthsBetween('2027-05', '2027-05')).toEqual(['2027-05'])
  expect(monthsBetween('2027-06', '2027-05')).toEqual([])
})
