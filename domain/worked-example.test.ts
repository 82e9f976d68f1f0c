import { describe, expect, test } from 'vitest'
import {
  exampleBalances,
  exampleBankBalances,
  exampleCalls,
  exampleCapitalOfArcs,
  exampleDistributions,
  exampleEntries,
  exampleFreeCash,
  exampleHolders,
  exampleLateAtTheBank,
  exampleMonthEnds,
  exampleOutstanding,
  exampleStatements,
  exampleTransfer,
} from './worked-example.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
const linesUntil = (day: string) =>
  exampleEntries.filter((entry) => entry.day <= day).flatMap(({ no, lines }) => lines.map((line) => ({ no, ...line })))
const balance = (account: string, day: string): number =>
  sum(linesUntil(day).flatMap((line) => (line.account === account || line.account.startsWith(`${account}:`) ? [line.amountCents] : [])))

describe('the worked example', () => {
  test('has 36 entries in order, each of which sums to 0', () => {
    expect(exampleEntries.map(({ no }) => no)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1))
    expect(exampleEntries.map(({ day }) => day)).toEqual(exampleEntries.map(({ day }) => day).sort())
    expect(exampleEntries.filter(({ lines }) => sum(lines.map(({ amountCents }) => amountCents)) !== 0)).toEqual([])
    expect(exampleEntries.flatMap(({ lines }) => lines).filter(({ amountCents }) => amountCents === 0)).toEqual([])
  })

  test.each(exampleMonthEnds.map((day, month) => [day, month] as const))('has the balances of %s', (day, month) => {
    const reckoned = Object.fromEntries(Object.keys(exampleBalances).map((account) => [account, balance(account, day)]))
    expect(reckoned).toEqual(Object.fromEntries(Object.entries(exampleBalances).map(([account, months]) => [account, months[month]])))
    expect(balance('cash', day) + balance('deposits_held', day) + balance('owed', day)).toBe(exampleFreeCash[month])
    expect(sum(Object.values(exampleBalances).map((months) => months[month] ?? Number.NaN))).toBe(0)
  })

  test('books on no account that the table of balances leaves out', () => {
    const kinds = Object.keys(exampleBalances)
    const isIn = (account: string) => kinds.some((kind) => account === kind || account.startsWith(`${kind}:`))
    expect(exampleEntries.flatMap(({ lines }) => lines).filter(({ account }) => !isIn(account))).toEqual([])
  })

  test('the book less what is outstanding is the bank’s balance', () => {
    for (const [month, day] of exampleMonthEnds.entries())
      for (const account of ['cash:operating', 'cash:deposits'] as const) {
        const late = exampleLateAtTheBank.filter((line) => line.account === account && line.day > day)
        const outstanding = linesUntil(day).filter((line) => line.account === account && late.some(({ no }) => no === line.no))
        const bank = balance(account, day) - sum(outstanding.map(({ amountCents }) => amountCents))
        expect([day, account, bank]).toEqual([day, account, exampleBankBalances[account][month]])
        expect(outstanding).toEqual(exampleOutstanding[month]?.filter((line) => line.account === account))
      }
  })

  test('calls and distributions are what was booked on the arcs', () => {
    for (const { amountCents, partCents } of [...exampleCalls, ...exampleDistributions]) expect(sum(partCents)).toBe(amountCents)
    for (const arc of [1, 2, 3, 4] as const) {
      expect(-balance(`capital:${arc}`, '2027-12-31')).toBe(sum(exampleCalls.map(({ partCents }) => partCents[arc - 1] ?? 0)))
      expect(balance(`paid_out:${arc}`, '2027-12-31')).toBe(sum(exampleDistributions.map(({ partCents }) => partCents[arc - 1] ?? 0)))
    }
  })

  test('the statements add up, and hand on what arc 4 was worth on the day before', () => {
    for (const { capital, ...lines } of Object.values(exampleStatements)) expect(sum(Object.values(lines))).toBe(capital)
    const total = (line: 'putIn' | 'paidOut' | 'handedOn' | 'oddCents') => sum(Object.values(exampleStatements).map((each) => each[line]))
    expect([total('putIn'), total('paidOut'), total('handedOn'), total('oddCents')]).toEqual([97000_04, -100788_14, 0, 0])
    const dayBefore = exampleCapitalOfArcs.find(({ day }) => day === '2027-03-24')
    expect(exampleStatements[exampleTransfer.to].handedOn).toBe(dayBefore?.arcs[exampleTransfer.arc - 1])
    expect(exampleHolders.filter(({ arc }) => arc === exampleTransfer.arc).map(({ who }) => who)).toEqual(['Cy', 'Dee'])
  })

  test('the capital of the arcs is what the circle has less what it owes', () => {
    const assets = ['cash', 'held', 'property', 'loan', 'deposits_held', 'owed']
    for (const { day, arcs, all } of exampleCapitalOfArcs)
      expect([day, sum(arcs), sum(assets.map((account) => balance(account, day)))]).toEqual([day, all, all])
  })
})
