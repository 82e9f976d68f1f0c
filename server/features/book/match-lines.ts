import { sql } from 'kysely'
import type { z } from 'zod'
import type { matchRequest } from '#contract/bank-lines.ts'
import { Refusal } from '#contract/errors.ts'
import { decideMatch, decideUnmatch, type MatchGroup, matchRefusalWords } from '#domain/bank-matching.ts'
import type { Cents } from '#domain/money.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readClosedTo } from '#server/shared/book/closed-months.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { cashLineId } from './bank-facts.ts'
import { type Booking, lockAsTreasurer } from './lock-book.ts'
import { offerMonth } from './offer-month.ts'

export type CashPlace = { readonly entryId: string; readonly position: number }

export type BankLineRow = { readonly id: string; readonly bankAccount: string; readonly day: string; readonly amountCents: Cents }
type CashLineRow = BankLineRow & CashPlace

/** A line of the bank of this circle. */
export async function findBankLine(tx: Tx, circleId: string, lineId: string): Promise<BankLineRow> {
  const row = isId(lineId)
    ? await tx
        .selectFrom('bank_lines')
        .select(['id', 'bank_account_id as bankAccount', 'day', 'amount_cents as amountCents'])
        .where('id', '=', lineId)
        .where('circle_id', '=', circleId)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('bank_line_not_found')
  return row
}

async function findCashLine(tx: Tx, circleId: string, { entryId, position }: CashPlace): Promise<CashLineRow> {
  const row = isId(entryId)
    ? await tx
        .selectFrom('book_lines')
        .innerJoin('book_entries', 'book_entries.id', 'book_lines.entry_id')
        .select(['bank_account_id as bankAccount', 'day', 'amount_cents as amountCents'])
        .where('entry_id', '=', entryId)
        .where('position', '=', position)
        .where('book_lines.circle_id', '=', circleId)
        .where('account', '=', 'cash')
        .executeTakeFirst()
    : undefined
  if (!row?.bankAccount) throw new Refusal('entry_not_found')
  return { ...row, bankAccount: row.bankAccount, id: cashLineId(entryId, position), entryId, position }
}

/** The ids of these lines that are in a standing match. */
async function findTaken(tx: Tx, bank: readonly BankLineRow[], cash: readonly CashLineRow[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select line_id::text as id from bank_match_lines where line_id = any(${bank.map(({ id }) => id)}::uuid[])
      and not exists (select from bank_match_ends where match_id = bank_match_lines.match_id)
    union select entry_id || ':' || position from bank_match_cash where entry_id = any(${cash.map(({ entryId }) => entryId)}::uuid[])
      and not exists (select from bank_match_ends where match_id = bank_match_cash.match_id)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export type NewMatch = { readonly bankLineIds: readonly string[]; readonly cashLines: readonly CashPlace[] }

/** Writes that these lines belong together. The caller has locked the circle and checked who matches. */
export async function writeMatch(tx: Tx, circleId: string, matchedBy: string, { bankLineIds, cashLines }: NewMatch): Promise<string> {
  const bank: BankLineRow[] = []
  for (const id of bankLineIds) bank.push(await findBankLine(tx, circleId, id))
  const cash: CashLineRow[] = []
  for (const place of cashLines) cash.push(await findCashLine(tx, circleId, place))
  const decision = decideMatch({ bankLines: bank, cashLines: cash }, await findTaken(tx, bank, cash))
  if (!decision.ok) throw new Refusal('match_refused', { error: matchRefusalWords[decision.reason] })
  const [id, bankAccount] = [newId(), cash[0]?.bankAccount ?? '']
  await tx.insertInto('bank_matches').values({ id, circle_id: circleId, bank_account_id: bankAccount, matched_by: matchedBy }).execute()
  if (bank.length > 0)
    await tx
      .insertInto('bank_match_lines')
      .values(bank.map((line) => ({ match_id: id, bank_account_id: bankAccount, line_id: line.id })))
      .execute()
  await tx
    .insertInto('bank_match_cash')
    .values(cash.map(({ entryId, position }) => ({ match_id: id, entry_id: entryId, position })))
    .execute()
  return id
}

export async function matchLines(
  tx: Tx,
  actor: Actor,
  circleId: string,
  body: z.infer<typeof matchRequest>,
  booking: Booking,
): Promise<string> {
  await lockAsTreasurer(tx, circleId, actor, booking)
  const id = await writeMatch(tx, circleId, actor.id, body)
  await writeAudit(tx, { act: 'bank_lines.matched', by: actor, subject: ['match', id], facts: { circle: circleId } })
  await offerMonth(tx, circleId, booking)
  await publishCircleChange(tx, circleId, 'money')
  return id
}

async function findMatch(tx: Tx, circleId: string, matchId: string): Promise<MatchGroup & { readonly isOfReversal: boolean }> {
  const found = isId(matchId)
    ? await tx
        .selectFrom('bank_matches')
        .select('bank_account_id')
        .where('id', '=', matchId)
        .where('circle_id', '=', circleId)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('bank_match_ends').select('match_id').where('match_id', '=', matchId))),
        )
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('match_not_found')
  const bankAccount = found.bank_account_id
  const bank = await tx
    .selectFrom('bank_match_lines')
    .innerJoin('bank_lines', 'bank_lines.id', 'line_id')
    .select(['bank_lines.id', 'day', 'amount_cents as amountCents'])
    .where('match_id', '=', matchId)
    .execute()
  const cash = await tx
    .selectFrom('bank_match_cash')
    .innerJoin('book_entries', 'book_entries.id', 'entry_id')
    .innerJoin('book_lines', (join) =>
      join.onRef('book_lines.entry_id', '=', 'bank_match_cash.entry_id').onRef('book_lines.position', '=', 'bank_match_cash.position'),
    )
    .select(['bank_match_cash.entry_id as id', 'day', 'reverses', 'amount_cents'])
    .where('match_id', '=', matchId)
    .execute()
  return {
    isOfReversal: cash.some(({ reverses, amount_cents }) => reverses !== null && amount_cents > 0),
    bankLines: bank.map((line) => ({ ...line, bankAccount })),
    cashLines: cash.map(({ id, day }) => ({ id, day, bankAccount, amountCents: 0 })),
  }
}

/** Takes a match back, as a row, while its month is open. */
export async function takeMatchBack(
  tx: Tx,
  actor: Actor,
  place: { readonly circleId: string; readonly matchId: string },
  booking: Booking,
): Promise<void> {
  const { circleId, matchId } = place
  await lockAsTreasurer(tx, circleId, actor, booking)
  const { isOfReversal, ...group } = await findMatch(tx, circleId, matchId)
  const decision = decideUnmatch(group, await readClosedTo(tx, circleId), isOfReversal)
  if (!decision.ok) throw new Refusal('match_refused', { error: matchRefusalWords[decision.reason] })
  await tx.insertInto('bank_match_ends').values({ match_id: matchId, ended_by: actor.id }).execute()
  await writeAudit(tx, { act: 'bank_lines.match_ended', by: actor, subject: ['match', matchId], facts: { circle: circleId } })
  await offerMonth(tx, circleId, booking)
  await publishCircleChange(tx, circleId, 'money')
}
