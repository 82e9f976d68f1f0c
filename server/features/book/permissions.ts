import { sql } from 'kysely'
import type { PermittingMotion } from '#contract/book.ts'
import type { Cents } from '#domain/money.ts'
import { accountsOfCategory } from '#domain/payment-permission.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readCircleZone } from '#server/shared/circles/circle-zone.ts'
import { payeeOf } from '#server/shared/deciding/payees.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readReserve } from '#server/shared/deciding/treasurer.ts'
import { standingMatch } from './read-entries.ts'

/**
 * In SQL, of a line of the book: money that came back to an account by an entry that no bank has shown. It is given back to nothing, or a
 * payment and its reversal would permit the same sum twice. A reversal of what the bank never showed is matched with its entry.
 */
const isUnshownReturn = sql`(book_lines.account = 'cash' and book_lines.amount_cents > 0
  and ${standingMatch(sql.ref('book_lines.entry_id'), sql.ref('book_lines.position'))} is null)`

type SpendFacts = {
  readonly amountCents: Cents
  readonly category: string
  readonly repeats: { readonly every: 'month' | 'year'; readonly until: string } | null
  readonly relatedMember: string | null
}

type SpendRow = {
  readonly id: string
  readonly title: string
  readonly payee: string | null
  readonly payee_hash: string | null
  readonly facts: SpendFacts
  readonly spent: Cents
}

/** In SQL, of an entry: it was reversed, and the money came back. */
const isGivenBack = sql`exists (select from book_entries as reversal where reversal.reverses = book_entries.id
  and not exists (select from book_lines where book_lines.entry_id = reversal.id and ${isUnshownReturn}))`

/**
 * In SQL, of an entry: it counts in the month or year of a day. The treasurer says the day of a payment that no bank has shown, so it counts in
 * the period in which it was booked too, until the bank shows it before that. A reversal counts where its entry does.
 */
const countsIn = (period: 'YYYY-MM' | 'YYYY', day: string, zone: string) => sql`exists (select from book_entries as paid
  where paid.id = coalesce(book_entries.reverses, book_entries.id)
    and (to_char(paid.day, ${period}) = to_char(${day}::date, ${period})
      or to_char(paid.recorded_at at time zone ${zone}, ${period}) = to_char(${day}::date, ${period})
        and not exists (select from bank_match_cash join bank_match_lines using (match_id) join bank_lines on bank_lines.id = line_id
          where bank_match_cash.entry_id = paid.id and to_char(bank_lines.day, ${period}) < to_char(${day}::date, ${period})
            and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_match_cash.match_id))))`

/**
 * Passed spends with what was paid by them in the period of a day: everything, or that month or year. What came back counts against it once the bank
 * has shown it. Motions to ratify permit nothing further.
 */
async function readSpends(db: Database | Tx, circleId: string, day: string, motionId: string | null): Promise<SpendRow[]> {
  const zone = await readCircleZone(db, circleId)
  const { rows } = await sql<SpendRow>`
    select motions.id, motion_texts.title, motion_texts.payee, motion_texts.payee_hash, motions.facts,
      coalesce((select -sum(amount_cents) from book_lines join book_entries on book_entries.id = book_lines.entry_id
        where book_entries.motion_id = motions.id and account in ('cash', 'owed', 'held', 'suspense') and not ${isUnshownReturn}
          and case motions.facts -> 'repeats' ->> 'every' when 'month' then ${countsIn('YYYY-MM', day, zone)}
            when 'year' then ${countsIn('YYYY', day, zone)} else true end), 0)::bigint as spent
    from motions join motion_texts on motion_texts.motion_id = motions.id
      join motion_closings on motion_closings.motion_id = motions.id and motion_closings.outcome = 'passed'
    where motions.circle_id = ${circleId} and motions.kind = 'spend' and motions.facts ->> 'category' <> 'loan'
      and not exists (select from book_permissions where ratify_motion_id = motions.id)
      and (${motionId}::uuid is null or motions.id = ${motionId}::uuid)
    order by motion_closings.at, motions.id`.execute(db)
  return rows
}

/**
 * Spends that a payment of this day may name, with what is left; one of them, or all whose last day has not passed, also those of which nothing is left.
 * By `payee` an erased name is known.
 */
export async function readPermittingMotions(
  db: Database | Tx,
  circleId: string,
  day: string,
  motionId: string | null = null,
  payee?: string | null | undefined,
): Promise<PermittingMotion[]> {
  const rows = await readSpends(db, circleId, day, motionId)
  const names = await readNames(
    db as Database,
    rows.flatMap(({ facts }) => facts.relatedMember ?? []),
  )
  return rows
    .map(({ facts, spent, ...row }) => ({
      _id: row.id,
      title: row.title,
      category: facts.category,
      payee: payeeOf(row, payee ? [payee] : []),
      amountCents: facts.amountCents,
      leftCents: facts.amountCents - spent,
      every: facts.repeats?.every ?? null,
      until: facts.repeats?.until ?? null,
      relatedMember: facts.relatedMember ? { _id: facts.relatedMember, name: names.get(facts.relatedMember) ?? '' } : null,
      accounts: [...accountsOfCategory(facts.category)],
    }))
    .filter(({ until }) => motionId !== null || until === null || until >= day)
}

export type EmergencyState = { readonly limitCents: Cents; readonly leftCents: Cents; readonly isOff: boolean; readonly floorCents: Cents }

/**
 * The emergency limit in the calendar month of a day. What a lender is paid counts in full, also what they hold for taxes. It is 0 after a motion to
 * ratify has failed, until a reserve or treasurer motion passes. A motion that lapsed because the same one passed has not failed.
 */
export async function readEmergency(db: Database | Tx, circleId: string, day: string): Promise<EmergencyState> {
  const { floorCents, emergencyCents } = await readReserve(db, circleId)
  const zone = await readCircleZone(db, circleId)
  const { rows } = await sql<{ used: Cents; is_off: boolean }>`
    select
      coalesce((select -sum(amount_cents) from book_permissions
        join book_entries on book_entries.id = book_permissions.entry_id
        join book_lines on book_lines.entry_id = book_entries.id and account in ('cash', 'owed', 'held')
          and not (kind = 'loan_payment' and account = 'held')
        where book_permissions.circle_id = ${circleId} and permission = 'emergency' and ${countsIn('YYYY-MM', day, zone)}
          and not ${isGivenBack}), 0)::bigint as used,
      exists (select from book_permissions
        left join motion_closings on motion_closings.motion_id = ratify_motion_id
        left join motion_withdrawals on motion_withdrawals.motion_id = ratify_motion_id
        where book_permissions.circle_id = ${circleId} and ratify_motion_id is not null
          and (motion_closings.outcome <> 'passed' or (motion_withdrawals.motion_id is not null and lapsed_because is distinct from 'same_passed'))
          and not exists (select from reserves where reserves.circle_id = ${circleId}
            and reserves.at > coalesce(motion_closings.at, motion_withdrawals.at))
          and not exists (select from treasurers where treasurers.circle_id = ${circleId}
            and treasurers.at > coalesce(motion_closings.at, motion_withdrawals.at))) as is_off`.execute(db)
  const { used = 0, is_off: isOff = false } = rows[0] ?? {}
  const limitCents = isOff ? 0 : emergencyCents
  return { limitCents, leftCents: Math.max(0, limitCents - used), isOff, floorCents }
}

/** What this lender was paid by the loan's agreement in the calendar month of a day, within the emergency limit too. */
export async function readPaidToLender(db: Database | Tx, circleId: string, lender: string, day: string): Promise<Cents> {
  const zone = await readCircleZone(db, circleId)
  const { rows } = await sql<{ paid: Cents }>`
    select coalesce(-sum(amount_cents), 0)::bigint as paid from book_permissions
    join book_entries on book_entries.id = book_permissions.entry_id
    join book_entry_texts on book_entry_texts.entry_id = book_entries.id
    join book_lines on book_lines.entry_id = book_entries.id and account = 'cash'
    where book_permissions.circle_id = ${circleId} and ${countsIn('YYYY-MM', day, zone)}
      and (permission = 'loan' or (permission = 'emergency' and kind = 'loan_payment'))
      and lower(trim(payee)) = lower(trim(${lender})) and not ${isGivenBack}`.execute(db)
  return rows[0]?.paid ?? 0
}
