import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { type BookLine, reversedLines } from '#domain/book-accounts.ts'
import { transaction } from '#server/db/transaction.ts'
import { projectRoot } from '#server/root.ts'
import { fullCircle } from '#server/testing/ledger-checks.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'
import { readBalances, readLines } from './balances.ts'
import { writeEntry } from './write-entry.ts'

const day = '2027-01-05'

async function circleWithBook(testApp: TestApp) {
  const { circle, owner } = await fullCircle(testApp)
  const write = (lines: readonly BookLine[], reverses?: string) =>
    transaction(testApp.db, (tx) =>
      writeEntry(tx, { circleId: circle._id, kind: 'payment', day, lines, bookedBy: owner._id, ...(reverses && { reverses }) }),
    )
  return { circleId: circle._id, owner, write }
}

test('only write-entry.ts writes entries and their lines', async () => {
  const folder = path.join(projectRoot(), 'server')
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  const writers: string[] = []
  for (const name of names) {
    if (/(insertInto\('|insert into )book_(entries|lines)\b/.test(await readFile(path.join(folder, name), 'utf8'))) writers.push(name)
  }
  expect(writers.filter((name) => !name.startsWith('testing/'))).toEqual(['shared/book/write-entry.ts'])
})

describe('an entry', () => {
  test('has the next number, and its lines are read as they were written', async ({ testApp }) => {
    const { circleId, owner, write } = await circleWithBook(testApp)
    const lines: BookLine[] = [
      { account: 'held', heldBy: 'title', amountCents: 200_000, who: 'Summit Title' },
      { account: 'owed', person: owner._id, amountCents: -200_000 },
    ]
    const first = await write(lines)
    const second = await write([
      { account: 'capital', arc: 1, amountCents: -5 },
      { account: 'rent', amountCents: 5 },
      { account: 'tax', amountCents: 0 },
    ])
    expect([first.number, second.number]).toEqual([1, 2])
    expect(await readLines(testApp.db, first.id)).toEqual(lines)
    expect(await readLines(testApp.db, second.id)).toHaveLength(2)
    expect(await readBalances(testApp.db, circleId)).toEqual(
      new Map<string, number>([
        ['held:title', 200_000],
        [`owed:${owner._id}`, -200_000],
        ['capital:1', -5],
        ['rent', 5],
      ]),
    )
    expect(await readBalances(testApp.db, circleId, '2027-01-04')).toEqual(new Map())
  })

  test('that does not sum to 0 is refused by the code and by the database', async ({ testApp }) => {
    const { circleId, owner, write } = await circleWithBook(testApp)
    await expect(
      write([
        { account: 'rent', amountCents: -100 },
        { account: 'suspense', amountCents: 99 },
      ]),
    ).rejects.toThrow('do not sum to 0')
    const insert = (lines: readonly (readonly [position: number, cents: number])[]) =>
      transaction(testApp.db, async (tx) => {
        const { rows } = await sql<{ id: string }>`insert into book_entries (id, circle_id, number, kind, day, booked_by)
          values (gen_random_uuid(), ${circleId}, 7, 'payment', ${day}, ${owner._id}) returning id`.execute(tx)
        for (const [position, cents] of lines) {
          await sql`insert into book_lines (entry_id, circle_id, position, account, amount_cents)
            values (${rows[0]?.id}, ${circleId}, ${position}, 'tax', ${cents})`.execute(tx)
        }
      })
    await expect(insert([])).rejects.toThrow('sum to nothing')
    await expect(
      insert([
        [1, 100],
        [2, -99],
      ]),
    ).rejects.toThrow('sum to 1')
    await insert([
      [1, 100],
      [2, -100],
    ])
  })

  test('cannot be changed or deleted', async ({ testApp }) => {
    const { write } = await circleWithBook(testApp)
    await write([
      { account: 'rent', amountCents: -100 },
      { account: 'suspense', amountCents: 100 },
    ])
    for (const statement of [
      'update book_entries set number = 9',
      'delete from book_lines',
      'update book_lines set amount_cents = -amount_cents',
      'truncate book_lines cascade',
    ]) {
      await expect(sql.raw(statement).execute(testApp.db)).rejects.toThrow('append-only')
    }
  })

  test('is reversed once, exactly, and a reversal is never reversed', async ({ testApp }) => {
    const { circleId, write } = await circleWithBook(testApp)
    const lines: BookLine[] = [
      { account: 'rent', amountCents: -155_000 },
      { account: 'suspense', amountCents: 155_000 },
    ]
    const turned = reversedLines(lines)
    const entry = await write(lines)
    await expect(write(lines, entry.id)).rejects.toThrow('every sign turned')
    const reversal = await write(turned, entry.id)
    await expect(write(turned, entry.id)).rejects.toThrow('book_entries_reverses_key')
    await expect(write(lines, reversal.id)).rejects.toThrow('reverses a reversal')
    expect(await readBalances(testApp.db, circleId)).toEqual(new Map())
  })
})
