import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { bookAccounts } from '#domain/book-accounts.ts'
import { bookExportFiles } from '#domain/book-export.ts'
import { addDays } from '#domain/dates.ts'
import { exampleMonthEnds } from '#domain/worked-example.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { past, playExampleBook } from '#server/testing/example-book.ts'
import { authHeaders, test } from '#server/testing/test-app.ts'
import { unzip } from '#server/testing/unzip.ts'

const program = '/usr/bin/hledger'
const env = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }

/** What hledger says each account holds, in cents, up to the end of a day. */
function hledgerBalances(file: string, day: string): Map<string, number> {
  const args = ['-f', file, 'balance', '--flat', '-N', '-e', addDays(day, 1), '-O', 'csv']
  const text = execFileSync(program, args, { encoding: 'utf8', env })
  const rows = text.trim().split('\n').slice(1)
  return new Map(
    rows.flatMap((row) => {
      const [, account = '', amount = ''] = /^"(.*)","(.*)"$/.exec(row.trim()) ?? []
      return amount === '' || amount === '0' ? [] : [[account, Math.round(Number(amount.replace(/[$,]/g, '')) * 100)] as const]
    }),
  )
}

/** What a year pack's trial balance says that each account holds at the end, in cents. */
const trialBalances = (text: string): Map<string, number> =>
  new Map(
    text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',').map((cell) => cell.slice(1, -1)))
      .map((cells) => [cells[0] ?? '', Math.round(Number(cells.at(-1)) * 100)] as const)
      .filter(([, cents]) => cents !== 0),
  )

/** The top of an account’s name in the tree, as the export writes it. */
const treeOf = (key: string): string => {
  const [account = ''] = key.split(':') as [keyof typeof bookAccounts]
  const { label, kind } = bookAccounts[account as keyof typeof bookAccounts]
  const group = { asset: 'assets', debt: 'liabilities', capital: 'equity', income: 'income', cost: 'expenses', suspense: '' }[kind]
  return kind === 'suspense' ? 'suspense' : `${group}:${label.replace('Members’ ', '').toLowerCase()}`
}

function ofGroups(balances: Iterable<readonly [string, number]>, nameOf: (key: string) => string): Record<string, number> {
  const sums = new Map<string, number>()
  for (const [key, cents] of balances) sums.set(nameOf(key), (sums.get(nameOf(key)) ?? 0) + cents)
  return Object.fromEntries([...sums].filter(([, cents]) => cents !== 0).toSorted(([one], [other]) => one.localeCompare(other)))
}

describe('the worked example in hledger', () => {
  test('has our balances at each month’s end, from the journal and from the CSV with its rules, and the trial balance of the year pack', {
    timeout: 240_000,
  }, async ({ testApp }) => {
    const { cy, circleId, get } = await playExampleBook(testApp)
    const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-hledger-'))
    try {
      for (const file of bookExportFiles) {
        const answer = await get(cy, `/export/${file}`)
        expect([file, answer.status]).toEqual([file, 200])
        expect(answer.headers['content-disposition']).toBe(`attachment; filename="${file}"`)
        await writeFile(path.join(folder, file), answer.text)
      }
      execFileSync(program, ['-f', path.join(folder, 'book.journal'), 'check'], { env })
      for (const end of exampleMonthEnds.map(past)) {
        const ours = await readBalances(testApp.db, circleId, end)
        const expected = ofGroups(ours, treeOf)
        for (const file of ['book.journal', 'book.csv']) {
          const theirs = hledgerBalances(path.join(folder, file), end)
          expect([file, end, ofGroups(theirs, (account) => account.split(':').slice(0, 2).join(':'))]).toEqual([file, end, expected])
          // As many accounts as ours: nothing is merged or divided.
          expect(theirs.size).toBe(ours.size)
        }
      }

      const url = `/api/app/year-pack/${circleId}/2025`
      const pack = unzip((await testApp.app.inject({ method: 'GET', url, headers: authHeaders(cy.token) })).rawPayload)
      const journal = path.join(folder, 'year-pack.journal')
      await writeFile(journal, pack.get('book.journal') ?? '')
      execFileSync(program, ['-f', journal, 'check'], { env })
      const trial = trialBalances(pack.get('trial-balance.csv') ?? '')
      expect(trial.size).toBeGreaterThan(10)
      expect(hledgerBalances(journal, past('2027-12-31'))).toEqual(trial)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
