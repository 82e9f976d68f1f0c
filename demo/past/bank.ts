import { sql } from 'kysely'
import { addDays } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { lastDayOf } from '#domain/month-close.ts'
import { confirmMonth } from '#server/features/book/confirm-month.ts'
import { importBankFile } from '#server/features/book/import-bank-file.ts'
import { matchLines } from '#server/features/book/match-lines.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { confirmed, type Life } from './life.ts'

/** A line that the bank shows, and how the treasurer books or matches it; nothing is done with a line that waits. */
type BankRow = {
  readonly day: string
  readonly text: string
  readonly cents: Cents
  readonly book?: (bankLineId: string) => Promise<unknown>
}

export type Bank = {
  readonly accountId: string
  /** Adds what the bank's next file will show. */
  add(row: BankRow): void
  /** The treasurer imports the file of these days, and books or matches its lines one after the other. */
  importFile(from: string, to: string): Promise<void>
  /** Matches the cash line of an entry that is booked already. */
  matchEntry(entryId: string, bankLineId: string): Promise<unknown>
  /** Another member types the bank's balance and closes the month. */
  closeMonth(by: Actor, month: string): Promise<void>
}

const plain = (cents: Cents): string =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** The circle's operating account at its bank. */
export async function openBank(life: Life, treasurer: Actor): Promise<Bank> {
  const { past, circle, site } = life
  const { tx, keys } = past
  const { id: accountId } = await tx.selectFrom('bank_accounts').select('id').where('circle_id', '=', circle.id).executeTakeFirstOrThrow()
  const rows: BankRow[] = []
  const done = new Set<BankRow>()
  const inOrder = () => rows.toSorted((one, other) => one.day.localeCompare(other.day))
  const balanceAfter = (day: string): Cents => rows.reduce((sum, row) => (row.day <= day ? sum + row.cents : sum), 0)

  const fileOf = (from: string, to: string): string => {
    let balance = balanceAfter(addDays(from, -1))
    const lines = inOrder()
      .filter(({ day }) => day >= from && day <= to)
      .map(({ day, text, cents }) => {
        balance += cents
        return `${day},${text},${plain(cents)},${plain(balance)}`
      })
    return `Date,Description,Amount,Balance\n${lines.join('\n')}\n`
  }
  const lineOf = async ({ day, text, cents }: BankRow): Promise<string> => {
    const { rows: found } = await sql<{ id: string }>`select id from bank_lines join bank_line_texts on line_id = id
      where bank_account_id = ${accountId} and day = ${day} and amount_cents = ${cents} and text = ${text}`.execute(tx)
    if (!found[0]) throw new Error(`The bank shows no ${text} on ${day}`)
    return found[0].id
  }

  return {
    accountId,
    add: (row) => void rows.push(row),
    importFile: async (from, to) => {
      const content = Buffer.from(fileOf(from, to)).toString('base64')
      await importBankFile(tx, treasurer, circle.id, { bankAccountId: accountId, content, choices: { from, to } }, keys, site)
      for (const row of inOrder().filter((each) => each.day >= from && each.day <= to && !done.has(each))) {
        if (!row.book) continue
        await row.book(await lineOf(row))
        done.add(row)
      }
    },
    matchEntry: async (entryId, bankLineId) => {
      const { position } = await tx
        .selectFrom('book_lines')
        .select('position')
        .where('entry_id', '=', entryId)
        .where('account', '=', 'cash')
        .executeTakeFirstOrThrow()
      return matchLines(tx, treasurer, circle.id, { bankLineIds: [bankLineId], cashLines: [{ entryId, position }] }, site)
    },
    closeMonth: async (by, month) => {
      const balances = [{ bankAccountId: accountId, typedCents: balanceAfter(lastDayOf(month)) }]
      await confirmed(past, by, 'confirm_money', (actor) => confirmMonth(tx, actor, { circleId: circle.id, month }, { balances }, site))
    },
  }
}
