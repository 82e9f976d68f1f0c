import { sql } from 'kysely'
import type { BookEntry } from '#contract/book.ts'
import { refusals } from '#contract/errors.ts'
import { decideUnmatch } from '#domain/bank-matching.ts'
import { type BookAccount, bookAccounts, moneyHolders } from '#domain/book-accounts.ts'
import { labelOf } from '#domain/choices.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readLines } from '#server/shared/book/balances.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { readClosedTo } from '#server/shared/book/closed-months.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readDocumentLinks } from '#server/shared/documents/documents.ts'
import { findEntry, findRefundable, needsWord, reversalRefusal } from './find-entry.ts'
import { readPermittingMotions } from './permissions.ts'
import { readSummaries, standingMatch } from './read-entries.ts'
import { readWaitingReversals } from './waiting-reversals.ts'

type LineRow = {
  readonly position: number
  readonly account: BookAccount
  readonly bank_account_id: string | null
  readonly bank_account: string | null
  readonly holder: string | null
  readonly arc: number | null
  readonly user_id: string | null
  readonly who: string | null
  readonly cents: Cents
  readonly match_id: string | null
}

const readLineRows = async (db: Database | Tx, entryId: string): Promise<readonly LineRow[]> =>
  (
    await sql<LineRow>`
      select book_lines.position, account, bank_account_id, bank_accounts.name as bank_account, holder, arc, user_id, who, amount_cents as cents,
        ${standingMatch(sql.ref('book_lines.entry_id'), sql.ref('book_lines.position'))} as match_id
      from book_lines left join bank_accounts on bank_accounts.id = bank_account_id
        left join book_line_texts on book_line_texts.entry_id = book_lines.entry_id and book_line_texts.position = book_lines.position
      where book_lines.entry_id = ${entryId} order by book_lines.position`.execute(db)
  ).rows

function lineLabel({ account, bank_account, holder, arc, user_id, who }: LineRow, names: ReadonlyMap<string, string>): string {
  const of = bank_account ?? (holder ? labelOf(moneyHolders, holder as 'title') : null) ?? (arc === null ? null : `arc ${arc}`)
  const person = user_id ? names.get(user_id) : null
  return [bookAccounts[account].label, of, person, who].filter(Boolean).join(', ')
}

type MatchRow = {
  readonly id: string
  readonly matched_by: string
  readonly at: Date
  readonly lines: { _id: string; day: string; amountCents: Cents }[]
  readonly cash_days: string[]
  readonly is_of_reversal: boolean
}

const readMatches = async (db: Database | Tx, entryId: string): Promise<readonly MatchRow[]> =>
  (
    await sql<MatchRow>`
      select bank_matches.id, matched_by, at,
        (select coalesce(json_agg(json_build_object('_id', bank_lines.id, 'day', day, 'amountCents', amount_cents) order by day), '[]')
          from bank_match_lines join bank_lines on bank_lines.id = line_id where match_id = bank_matches.id) as lines,
        (select json_agg(day) from bank_match_cash join book_entries on book_entries.id = bank_match_cash.entry_id
          where match_id = bank_matches.id) as cash_days,
        exists (select from bank_match_cash join book_entries on book_entries.id = bank_match_cash.entry_id
          join book_lines on book_lines.entry_id = bank_match_cash.entry_id and book_lines.position = bank_match_cash.position
          where match_id = bank_matches.id and reverses is not null and amount_cents > 0) as is_of_reversal
      from bank_matches where id in (select match_id from bank_match_cash where entry_id = ${entryId})
        and not exists (select from bank_match_ends where match_id = bank_matches.id) order by bank_matches.id`.execute(db)
  ).rows

async function readRatify(db: Database | Tx, entryId: string): Promise<BookEntry['ratify']> {
  const { rows } = await sql<{ _id: string; title: string; state: 'open' | 'passed' | 'failed' }>`
    select motions.id as _id, title,
      case when motion_closings.outcome = 'passed' or lapsed_because = 'same_passed' then 'passed'
        when motion_closings.outcome is not null or motion_withdrawals.motion_id is not null then 'failed' else 'open' end as state
    from book_permissions join motions on motions.id = ratify_motion_id join motion_texts on motion_texts.motion_id = motions.id
      left join motion_closings on motion_closings.motion_id = motions.id
      left join motion_withdrawals on motion_withdrawals.motion_id = motions.id
    where entry_id = ${entryId}`.execute(db)
  return rows[0] ?? null
}

const readLink = async (db: Database | Tx, column: 'id' | 'reverses', entryId: string | null) =>
  entryId === null
    ? null
    : ((await db.selectFrom('book_entries').select(['id as _id', 'number', 'day']).where(column, '=', entryId).executeTakeFirst()) ?? null)

/** One entry with its lines, what permitted it, its papers, and what of the bank shows it. */
export async function readEntry(db: Database | Tx, circleId: string, entryId: string, reader: string): Promise<BookEntry> {
  const entry = await findEntry(db, circleId, entryId, reader)
  const [summary] = await readSummaries(db, sql`book_entries.id = ${entry.id}`)
  if (!summary) throw new Error('an entry that was found is gone')
  const lines = await readLineRows(db, entryId)
  const matches = await readMatches(db, entryId)
  const receipts = await db
    .selectFrom('book_receipts')
    .select('document_version_id')
    .where('entry_id', '=', entryId)
    .orderBy('at')
    .execute()
  const versions = [...(entry.document_version_id ? [entry.document_version_id] : []), ...receipts.map((row) => row.document_version_id)]
  const links = await readDocumentLinks(db, versions)
  const names = await readNames(db as Database, [
    ...lines.flatMap(({ user_id }) => user_id ?? []),
    ...matches.map(({ matched_by }) => matched_by),
  ])
  const isTreasurer = (await readBookkeeper(db, circleId)) === reader
  const [waiting = null] = await readWaitingReversals(db, circleId, reader, entry.id)
  const withoutLine = reversalRefusal(entry, false) ?? (waiting ? 'reversal_waits' : null)
  // Without cash no line of the bank can show it.
  const refusal = summary.cashCents === 0 ? withoutLine : reversalRefusal(entry, true)
  const toSay = refusal ?? withoutLine
  const closedTo = await readClosedTo(db, circleId)
  const [motion = null] = entry.motion_id ? await readPermittingMotions(db, circleId, entry.day, entry.motion_id) : []
  return {
    ...summary,
    lines: lines.map((line) => ({
      position: line.position,
      account: line.account,
      label: lineLabel(line, names),
      who: line.who,
      amountCents: line.cents,
      bankAccountId: line.bank_account_id,
      matchId: line.match_id,
    })),
    reverses: await readLink(db, 'id', entry.reverses),
    reversedBy: await readLink(db, 'reverses', entry.id),
    motion,
    ratify: await readRatify(db, entryId),
    documents: versions.flatMap((version) => links.get(version) ?? []),
    matches: matches.map(({ id, matched_by, at, lines: bankLines, cash_days, is_of_reversal }) => ({
      _id: id,
      matchedBy: { _id: matched_by, name: names.get(matched_by) ?? '' },
      at: at.toISOString(),
      bankLines,
      mayTakeBack:
        isTreasurer &&
        decideUnmatch(
          {
            bankLines: bankLines.map(({ _id, day, amountCents }) => ({ id: _id, day, amountCents, bankAccount: '' })),
            cashLines: cash_days.map((day) => ({ id: day, day, amountCents: 0, bankAccount: '' })),
          },
          closedTo,
          is_of_reversal,
        ).ok,
    })),
    mayRefund: isTreasurer && (findRefundable(entry, await readLines(db, entry.id))?.mostCents ?? 0) > 0,
    mayReverse: isTreasurer && refusal === null,
    reversalRefusal: isTreasurer && toSay ? refusals[toSay].error : null,
    reversalNeedsWord: isTreasurer && needsWord(entry),
    waitingReversal: waiting,
    mayAddReceipt: isTreasurer,
  }
}
