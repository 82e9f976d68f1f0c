import { describe, expect } from 'vitest'
import type { Book, BookEntries } from '#contract/book.ts'
import type { BookMonth } from '#contract/book-months.ts'
import type { Distribution } from '#contract/distributions.ts'
import type { Export } from '#contract/export.ts'
import { freeCashOf } from '#domain/distributions.ts'
import { exampleBalances, exampleBankBalances, exampleFreeCash, exampleMonthEnds } from '#domain/worked-example.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { stepUpFor } from '#server/testing/buying-circle.ts'
import { past, playExampleBook } from '#server/testing/example-book.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { test } from '#server/testing/test-app.ts'

describe('the worked example up to entry 30', () => {
  test('has every balance, what is outstanding and free cash at each month’s end, and its months close', { timeout: 240_000 }, async ({
    testApp,
  }) => {
    const { ann, ben, cy, get, post, circleId, ids, people, repairs, distributionId } = await playExampleBook(testApp)
    for (const [index, end] of exampleMonthEnds.slice(0, 3).entries()) {
      const balances = await readBalances(testApp.db, circleId, past(end))
      for (const [key, cents] of Object.entries(exampleBalances)) {
        const [account = '', of = ''] = key.split(':')
        const own = account === 'cash' ? `cash:${ids[of]}` : account === 'owed' ? `owed:${people[of] ?? ''}` : key
        const sum = [...balances].reduce(
          (total, [each, amount]) =>
            each === own || each.startsWith(`${own}:`) || (own === 'owed:' && each.startsWith('owed:')) ? total + amount : total,
          0,
        )
        expect([end, key, sum]).toEqual([end, key, cents[index]])
      }
      expect(freeCashOf(balances)).toBe(exampleFreeCash[index])
    }

    // Nobody who booked, matched or was treasurer confirms, and not with another balance than the bank's.
    for (const [index, month] of ['2025-01', '2025-02', '2025-03'].entries()) {
      const bankAt = (account: 'operating' | 'deposits') => exampleBankBalances[`cash:${account}`][index] ?? 0
      const typed = (off = 0) => ({
        balances: [
          { bankAccountId: ids.operating, typedCents: bankAt('operating') + off },
          { bankAccountId: ids.deposits, typedCents: bankAt('deposits') },
        ],
      })
      for (const person of [ann, ben, cy]) await stepUpFor(testApp, person, 'confirm_money')
      const before = (await get(cy, `/month/${month}`)).data<BookMonth>()
      expect(before).toMatchObject({ state: 'agrees', mayConfirm: true, isHidden: true })
      expect(before.accounts.map(({ bookCents, expectedCents, bankCents }) => [bookCents, expectedCents, bankCents])).toEqual([
        [null, null, null],
        [null, null, null],
      ])
      expect((await post(ben, `month/${month}/confirm`, typed())).body.code).toBe('month_refused')
      expect((await post(cy, `month/${month}/confirm`, typed(1))).body.code).toBe('month_refused')
      const closed = await post(cy, `month/${month}/confirm`, typed())
      expect([month, closed.status, closed.text]).toEqual([month, 200, expect.any(String)])
      const after = closed.data<BookMonth>()
      expect(after.state).toBe('closed')
      expect(after.accounts.map(({ typedCents }) => typedCents)).toEqual([bankAt('operating'), bankAt('deposits')])
      const outstanding = after.accounts.flatMap((account) => account.outstanding.map(({ number, amountCents }) => [number, amountCents]))
      expect(outstanding).toEqual([[[8, 1500_00]], [[18, -200_10]], [[25, -250_01]]][index])
    }
    expect((await post(ben, 'income', { what: 'rent', bankAccountId: ids.operating, amountCents: 1, day: '2025-03-31' })).body.code).toBe(
      'book_month_closed',
    )

    // Entries 24, 25 and 29 paid it; entry 30 paid Ann back what she had laid out.
    const paidOut = (await testApp.call(cy, 'GET', `app/distribution/${circleId}/${distributionId}`)).data<Distribution>()
    expect(paidOut).toMatchObject({ state: 'paid', paidCents: 100_003, openCents: 0, oddArcs: [1, 2, 3] })
    expect(paidOut.receivers.map(({ amountCents, paidOn }) => [amountCents, paidOn])).toEqual([
      [50_002, '2025-03-18'],
      [25_001, '2025-03-18'],
      [25_000, '2025-04-06'],
    ])

    const book = (await get(cy)).data<Book>()
    expect(book.months.slice(0, 4).map(({ state }) => state)).toEqual(['closed', 'closed', 'closed', 'agrees'])
    // Of money in and out, what was the members' own: January's call, what is missing of call 2, and what was paid out.
    expect(book.months.slice(0, 3).map(({ fromMembersCents, toMembersCents }) => [fromMembersCents, toMembersCents])).toEqual([
      [94_025_02, 0],
      [975_02, 0],
      [0, 750_03],
    ])
    for (const [index, month] of ['2025-01', '2025-02', '2025-03'].entries()) {
      const [last] = (await get(cy, `/entries?month=${month}`)).data<BookEntries>().entries
      const cash = (exampleBalances['cash:operating'][index] ?? 0) + (exampleBalances['cash:deposits'][index] ?? 0)
      expect([month, last?.cashAfterCents]).toEqual([month, cash])
    }
    // Booked today, the locksmith of February counts in this month’s emergency limit: no bank shows an outlay.
    expect(book).toMatchObject({ closedTo: '2025-03', suspenseCents: 0, emergency: { limitCents: 50_000, leftCents: 45_500 } })
    // Laid out within the emergency limit: the members are asked to ratify it.
    expect(book.toRatify).toHaveLength(1)
    const mine = (await exportOf(testApp, ben)).data<Export>()
    expect(mine.bookEntries).toHaveLength(30)
    expect(mine.bookLines.filter(({ account }) => account === 'owed').map(({ amountCents }) => amountCents)).toEqual([
      -2500, 2500, -25001, 25001,
    ])
    const confirmed = (await exportOf(testApp, cy)).data<Export>().bookActs
    expect(confirmed.map(({ act, month }) => [act, month])).toEqual(
      ['2025-01', '2025-02', '2025-03'].map((month) => ['month_closed', month]),
    )
    const form = (await get(ben, '/form')).data<{ motions: { _id: string; leftCents: number }[] }>()
    // The part that came back was given back to its motion.
    expect(form.motions.find(({ _id }) => _id === repairs)?.leftCents).toBe(300_000 - 20_010 - 200_000 + 8_000)
  })
})
