import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideMatch,
  decideUnmatch,
  leftToMatch,
  type MatchCandidate,
  type MatchGroup,
  matchRefusalWords,
  mayMatchPart,
  ownPartMatchWords,
  suggestionReasonWords,
  suggestMatches,
  type TextedBankLine,
} from './bank-matching.ts'
import { addDays } from './dates.ts'

const bank = (id: string, amountCents: number, day = '2027-02-10', bankAccount = 'operating') => ({ id, bankAccount, day, amountCents })
const cash = bank

describe('what may be matched', () => {
  test.each([
    ['one to one', [bank('b', 500)], [cash('c', 500)], null],
    ['one debit that pays two bills', [bank('b', -53_400)], [cash('c', -33_760), cash('d', -19_640)], null],
    ['two transfers that pay one part', [bank('b', 100), bank('e', 150)], [cash('c', 250)], null],
    ['an entry and its reversal that the bank never saw', [], [cash('c', 500), cash('d', -500)], null],
    ['a payment and its return', [bank('b', 500), bank('e', -500)], [cash('c', 500), cash('d', -500)], null],
    ['nothing', [], [], 'match_empty'],
    ['a line twice', [bank('b', 250), bank('b', 250)], [cash('c', 500)], 'match_line_repeated'],
    ['two accounts', [bank('b', 500)], [cash('c', 500, '2027-02-10', 'deposits')], 'match_other_account'],
    ['a line of another match', [bank('taken', 500)], [cash('c', 500)], 'match_line_taken'],
    ['bank lines that nothing was booked for', [bank('b', 500), bank('e', -500)], [], 'match_without_book'],
    ['a cent too much', [bank('b', 501)], [cash('c', 500)], 'match_sums_differ'],
    ['an entry that the bank never saw', [], [cash('c', 500)], 'match_sums_differ'],
  ])('%s', (_, bankLines, cashLines, reason) => {
    const decision = decideMatch({ bankLines, cashLines }, new Set(['taken']))
    expect(decision.ok ? null : decision.reason).toBe(reason)
    if (!decision.ok) expect(matchRefusalWords[decision.reason]).toMatch(/\.$/)
  })

  test('in any history of matches every line is in at most one group, and the sums of every group are equal', () => {
    const lines = (side: 'b' | 'c') =>
      fc
        .array(fc.record({ amountCents: fc.constantFrom(100, 100, -100, 250, -350), account: fc.constantFrom('x', 'x', 'y') }), {
          maxLength: 8,
        })
        .map((list) => list.map(({ amountCents, account }, index) => bank(`${side}${index}`, amountCents, '2027-02-10', account)))
    const step = fc.record({
      bank: fc.array(fc.nat(7), { maxLength: 3 }),
      cash: fc.array(fc.nat(7), { maxLength: 3 }),
      back: fc.option(fc.nat(9)),
    })
    fc.assert(
      fc.property(lines('b'), lines('c'), fc.array(step, { maxLength: 40 }), (bankLines, cashLines, steps) => {
        let standing: MatchGroup[] = []
        const allOf = (groups: readonly MatchGroup[]) =>
          groups.flatMap((group) => [...group.bankLines, ...group.cashLines].map(({ id }) => id))
        for (const { bank: chosenBank, cash: chosenCash, back } of steps) {
          if (back !== null) standing = standing.filter((_, index) => index !== back)
          const group = {
            bankLines: chosenBank.flatMap((index) => bankLines[index] ?? []),
            cashLines: chosenCash.flatMap((index) => cashLines[index] ?? []),
          }
          const decision = decideMatch(group, new Set(allOf(standing)))
          const ids = allOf([group])
          const accounts = [...group.bankLines, ...group.cashLines].map(({ bankAccount }) => bankAccount)
          const mayBe =
            group.cashLines.length > 0 &&
            ids.every((id, index) => ids.indexOf(id) === index && !allOf(standing).includes(id)) &&
            accounts.every((account) => account === accounts[0]) &&
            leftToMatch(group) === 0
          expect(decision.ok).toBe(mayBe)
          if (decision.ok) standing = [...standing, decision.value]
        }
        expect(new Set(allOf(standing)).size).toBe(allOf(standing).length)
      }),
    )
  })

  test('a match is taken back while its month is open', () => {
    const group = { bankLines: [bank('b', 500, '2027-03-04')], cashLines: [cash('c', 500, '2027-02-26')] }
    expect(decideUnmatch(group, null, false).ok).toBe(true)
    // The entry is of a closed month, its bank line came later.
    expect(decideUnmatch(group, '2027-02-28', false).ok).toBe(true)
    expect(decideUnmatch(group, '2027-03-31', false)).toEqual({ ok: false, reason: 'match_month_closed' })
    const two = { ...group, bankLines: [bank('b', 200, '2027-02-27'), bank('e', 300, '2027-03-04')] }
    expect(decideUnmatch(two, '2027-02-28', false).ok).toBe(false)
    const reversal = { bankLines: [], cashLines: [cash('c', 500, '2027-02-26'), cash('d', -500, '2027-03-02')] }
    expect(decideUnmatch(reversal, '2027-02-28', false).ok).toBe(true)
    expect(decideUnmatch(reversal, '2027-03-31', false).ok).toBe(false)
    // Its money may have been paid again.
    expect(decideUnmatch(reversal, null, true)).toEqual({ ok: false, reason: 'match_of_reversal' })
  })
})

describe('suggestions', () => {
  const line = (more: Partial<TextedBankLine> = {}): TextedBankLine => ({
    ...bank('b', 310_000, '2028-05-09'),
    text: 'ACH CREDIT ABBOTT FAMILY LLC ARC7Q4K10',
    payee: 'Abbott Family LLC',
    checkNumber: null,
    ...more,
  })
  const candidate = (id: string, more: Partial<MatchCandidate> = {}): MatchCandidate => ({
    id,
    kind: 'expected',
    bankAccount: null,
    day: '2028-05-15',
    amountCents: 308_332,
    references: [],
    who: null,
    checkNumber: null,
    ...more,
  })
  const words = (bankLine: TextedBankLine, candidates: readonly MatchCandidate[]) =>
    suggestMatches(bankLine, candidates).map(({ candidate: each, reasons }) => [
      each.id,
      ...reasons.map((reason) => suggestionReasonWords(reason, each)),
    ])

  test('say why, the most probable first', () => {
    const jonah = candidate('jonah', { references: [{ code: '7Q4K', arc: 10 }], who: 'Jonah Abbott' })
    const celeste = candidate('celeste', { amountCents: 308_333, references: [{ code: '7Q4K', arc: 8 }], who: 'Celeste Laurent' })
    expect(words(line(), [celeste, jonah])).toEqual([
      ['jonah', 'Reference ARC-7Q4K-10', '$16.68 more than asked', '6 days apart', 'Names the payer'],
      ['celeste', 'Other reference', '$16.67 more than asked', '6 days apart', 'Another payer'],
    ])
  })

  test('of a payout names its payee', () => {
    const payout = candidate('payout', { amountCents: -25_001, day: null, who: 'Cy Oak' })
    const out = (payee: string) => line({ amountCents: -25_001, text: 'TRANSFER', payee })
    expect(words(out('CY OAK'), [payout])).toEqual([['payout', 'Same amount', 'Names the payee']])
    expect(words(out('K LLC'), [payout])).toEqual([['payout', 'Same amount', 'Another payee']])
    expect(words(line({ amountCents: 25_001 }), [payout])).toEqual([])
  })

  test.each([
    'ARC-7Q4K-10',
    'arc-7q4k-10',
    'ARC 7Q4K 10',
    'ARC7Q4K10',
    'Ref:ARC–7Q4K–10/x',
    'ARC-7Q4 K-10',
    'arc_7q4k_10',
    'A R C 7Q4K-10',
  ])('find the reference in %j', (text) => {
    const found = suggestMatches(line({ text, payee: null, amountCents: 5 }), [
      candidate('jonah', { references: [{ code: '7Q4K', arc: 10 }] }),
    ])
    expect(found[0]?.reasons[0]).toEqual({ kind: 'reference', reference: 'ARC-7Q4K-10' })
  })

  test('find a check by its number, and equal amounts by their days', () => {
    const plumber = candidate('plumber', {
      kind: 'booked',
      amountCents: -20_010,
      day: '2028-02-26',
      checkNumber: '101',
      bankAccount: 'operating',
    })
    const earlier = candidate('earlier', { kind: 'booked', amountCents: -20_010, day: '2028-05-01', bankAccount: 'operating' })
    const near = candidate('near', { kind: 'booked', amountCents: -20_010, day: '2028-05-08', bankAccount: 'operating' })
    const check = line({ amountCents: -20_010, text: 'CHECK 0101', payee: null })
    expect(words(check, [earlier, near, plumber])).toEqual([
      ['plumber', 'Check 101', 'Same amount', '73 days apart'],
      ['near', 'Same amount', '1 day apart'],
      ['earlier', 'Same amount', '8 days apart'],
    ])
    expect(words(line({ amountCents: -20_010, text: 'CARD', checkNumber: '102', payee: null }), [plumber])).toEqual([])
  })

  test('leave out the other side, another account, another amount of an entry, and what is long ago', () => {
    const all = [
      candidate('out', { amountCents: -310_000 }),
      candidate('deposits', { kind: 'booked', amountCents: 310_000, bankAccount: 'deposits' }),
      candidate('other', { kind: 'booked', amountCents: 309_999, bankAccount: 'operating' }),
      candidate('old', { amountCents: 310_000, day: '2027-05-09' }),
      candidate('small', { amountCents: 200_000 }),
    ]
    expect(suggestMatches(line(), all)).toEqual([])
  })

  test('do not depend on the order of what is known, and a reference always comes first', () => {
    const aCandidate = fc.record({
      kind: fc.constantFrom('booked' as const, 'expected' as const),
      amountCents: fc.constantFrom(310_000, 308_332, 308_333, 310_001),
      day: fc.nat(90).map((days) => addDays('2028-03-20', days)),
      references: fc.constantFrom([], [{ code: '7Q4K', arc: 10 }], [{ code: '7Q4K', arc: 3 }]),
      who: fc.constantFrom(null, 'Jonah Abbott', 'Maya Sorensen'),
    })
    fc.assert(
      fc.property(fc.array(aCandidate, { maxLength: 12 }), fc.infiniteStream(fc.nat(999)), (list, order) => {
        const candidates = list.map((each, index) => candidate(`${index}`, each))
        const suggested = suggestMatches(line(), candidates)
        const shuffled = candidates.map((each) => ({ each, place: order.next().value as number })).toSorted((a, b) => a.place - b.place)
        expect(
          suggestMatches(
            line(),
            shuffled.map(({ each }) => each),
          ),
        ).toEqual(suggested)
        const hasReference = suggested.map(({ reasons }) => reasons.some(({ kind }) => kind === 'reference'))
        expect(hasReference).toEqual(hasReference.toSorted((a, b) => Number(b) - Number(a)))
        expect(suggested.length).toBeLessThanOrEqual(5)
        expect(suggested.every(({ reasons }) => reasons.length > 0)).toBe(true)
      }),
    )
  })
})

describe('who matches a member’s part', () => {
  const ofThree = { treasurer: 'ben', holders: ['ann', 'ben', 'cy'] }
  const ofTwo = { treasurer: 'ben', holders: ['ann', 'ben'] }

  test.each([
    ['ben', 'ann', ofThree, true],
    ['ann', 'ann', ofThree, false],
    ['ben', 'ben', ofThree, false],
    ['cy', 'ben', ofThree, true],
    ['ann', 'ben', ofTwo, true],
    ['ben', 'ben', { treasurer: 'ben', holders: ['ben'] }, true],
  ])('%s that of %s', (person, payer, people, isAllowed) => {
    expect(mayMatchPart(person, payer, people).ok).toBe(isAllowed)
  })

  test('of the treasurer’s own part it is said what to do instead', () => {
    expect(ownPartMatchWords('ben', ofThree)).toBe('Another member matches your own part.')
    expect(ownPartMatchWords('ann', ofThree)).toBeNull()
    expect(ownPartMatchWords('ben', ofTwo)).toMatch(/^Record this payment with its paper/)
    expect(ownPartMatchWords('ann', ofTwo)).toMatch(/^Please don’t match it/)
    expect(ownPartMatchWords('ben', { treasurer: 'ben', holders: ['ben'] })).toBeNull()
  })
})
