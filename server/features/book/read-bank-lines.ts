import { sql } from 'kysely'
import type { BankLine, BankLines } from '#contract/bank-lines.ts'
import {
  type MatchCandidate,
  ownPartMatchWords,
  type PartPeople,
  suggestionReasonWords,
  suggestMatches,
  type TextedBankLine,
} from '#domain/bank-matching.ts'
import { referencesIn } from '#domain/call-references.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { openCents, readCallParts } from '#server/shared/calls/call-parts.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readOpenPayouts } from '#server/shared/distributions/payments.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { readBankFacts, unshownOf } from './bank-facts.ts'

const pageSize = 100

type Row = {
  readonly id: string
  readonly bank_account_id: string
  readonly day: string
  readonly cents: Cents
  readonly text: string | null
  readonly payee: string | null
  readonly check_number: string | null
  readonly match_id: string | null
}

type Query = {
  readonly state?: 'unmatched' | 'matched' | undefined
  readonly bankAccountId?: string | undefined
  readonly month?: string | undefined
  readonly page: number
}

async function readRows(db: Database | Tx, circleId: string, { state, bankAccountId, month, page }: Query) {
  const match = sql`(select match_id from bank_match_lines where line_id = bank_lines.id
    and not exists (select from bank_match_ends where bank_match_ends.match_id = bank_match_lines.match_id))`
  const where = sql`circle_id = ${circleId}
    ${state ? (state === 'matched' ? sql`and ${match} is not null` : sql`and ${match} is null`) : sql``}
    ${bankAccountId ? sql`and bank_account_id = ${isId(bankAccountId) ? bankAccountId : null}::uuid` : sql``}
    ${month ? sql`and to_char(day, 'YYYY-MM') = ${month}` : sql``}`
  const counted = await sql<{ total: number }>`select count(*) as total from bank_lines where ${where}`.execute(db)
  const { rows } = await sql<Row>`
    select bank_lines.id, bank_account_id, day, amount_cents as cents, text, payee, check_number, ${match} as match_id
    from bank_lines left join bank_line_texts on line_id = bank_lines.id
    where ${where} order by day, bank_lines.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

type Outstanding = BankLines['outstanding']

/** Cash lines of the book that the bank has not shown. */
async function readOutstanding(db: Database | Tx, circleId: string): Promise<Outstanding> {
  const facts = await readBankFacts(db, circleId)
  const lines = facts.accounts.flatMap((account) => unshownOf(account).map((line) => ({ ...line, bankAccountId: account.id })))
  if (lines.length === 0) return []
  const { rows } = await sql<{ id: string; number: number; payee: string; words: string }>`
    select id, number, coalesce(payee, '') as payee, coalesce(words, '') as words from book_entries
    left join book_entry_texts on entry_id = id where id = any(${lines.map(({ entryId }) => entryId)}::uuid[])`.execute(db)
  const entries = new Map(rows.map((row) => [row.id, row]))
  return lines.map(({ id, entryId, bankAccountId, day, amountCents }) => {
    const entry = entries.get(entryId)
    const position = Number(id.split(':')[1])
    return {
      entryId,
      position,
      number: entry?.number ?? 0,
      bankAccountId,
      day,
      amountCents,
      payee: entry?.payee ?? '',
      words: entry?.words ?? '',
    }
  })
}

type Suggested = BankLine['suggestions'][number]
type Known = { readonly candidate: MatchCandidate; readonly suggested: Omit<Suggested, 'reasons' | 'instead'> }

/** What each member still owes in calls, as money that is expected, with the reference that they were given. */
async function readExpected(db: Database | Tx, circleId: string): Promise<Known[]> {
  const parts = await readCallParts(db, circleId)
  const open = parts.filter((part) => openCents(part) > 0)
  const codes = await db.selectFrom('calls').select(['id', 'code', 'number']).where('circle_id', '=', circleId).execute()
  const names = await readNames(
    db as Database,
    open.map(({ holder }) => holder),
  )
  const owing = [...new Set(open.map(({ callId, holder }) => `${callId} ${holder}`))]
  return owing.flatMap((key) => {
    const [callId = '', holder = ''] = key.split(' ')
    const mine = open.filter((part) => part.callId === callId && part.holder === holder)
    const call = codes.find(({ id }) => id === callId)
    // The lowest arc that they hold, whether it is paid or not.
    const arc = Math.min(...parts.filter((part) => part.callId === callId && part.holder === holder).map((part) => part.arc))
    if (!call) return []
    const amountCents = mine.reduce((sum, part) => sum + openCents(part), 0)
    const name = names.get(holder) ?? ''
    const candidate: MatchCandidate = {
      id: `call ${key}`,
      kind: 'expected',
      bankAccount: null,
      day: mine[0]?.dueDay ?? null,
      amountCents,
      references: [{ code: call.code, arc }],
      who: name,
      checkNumber: null,
    }
    const suggested = {
      kind: 'call',
      entryId: null,
      position: null,
      person: { _id: holder, name },
      callId,
      distributionId: null,
      label: `Call ${call.number}, ${name}`,
      day: candidate.day,
      amountCents,
    } as const
    return [{ candidate, suggested }]
  })
}

/** What is owed to each person by distributions, as money that goes out. */
async function readPayouts(db: Database | Tx, circleId: string): Promise<Known[]> {
  const open = await readOpenPayouts(db, circleId)
  const names = await readNames(
    db as Database,
    open.map(({ receiver }) => receiver),
  )
  return open.map(({ distributionId, receiver, openCents }): Known => {
    const name = names.get(receiver) ?? ''
    const amountCents = -openCents
    return {
      candidate: {
        id: `payout ${distributionId} ${receiver}`,
        kind: 'expected',
        bankAccount: null,
        day: null,
        amountCents,
        references: [],
        who: name,
        checkNumber: null,
      },
      suggested: {
        kind: 'payout',
        entryId: null,
        position: null,
        person: { _id: receiver, name },
        callId: null,
        distributionId,
        label: `Payout to ${name}`,
        day: null,
        amountCents,
      },
    }
  })
}

const ofOutstanding = ({ entryId, position, number, bankAccountId, day, amountCents, payee, words }: Outstanding[number]): Known => ({
  candidate: {
    id: `${entryId}:${position}`,
    kind: 'booked',
    bankAccount: bankAccountId,
    day,
    amountCents,
    references: referencesIn(words),
    who: payee || null,
    checkNumber: /\bcheck\s+#?(\d+)/i.exec(words)?.[1] ?? null,
  },
  suggested: {
    kind: 'entry',
    entryId,
    position,
    person: null,
    callId: null,
    distributionId: null,
    label: `No ${number}${payee ? `, ${payee}` : ''}`,
    day,
    amountCents,
  },
})

function suggestionsFor(line: TextedBankLine, known: readonly Known[], reader: string, people: PartPeople): Suggested[] {
  const candidates = known.map(({ candidate }) => candidate)
  return suggestMatches(line, candidates).flatMap(({ candidate, reasons }) => {
    const found = known.find((each) => each.candidate.id === candidate.id)
    if (!found) return []
    const { suggested } = found
    // Of a payout in parts the treasurer says whose it is.
    if (suggested.kind === 'payout' && suggested.amountCents !== line.amountCents) return []
    const isOwnPart = suggested.kind === 'call' && suggested.person?._id === people.treasurer
    return [
      {
        ...suggested,
        reasons: reasons.map((reason) => suggestionReasonWords(reason, candidate)),
        instead: isOwnPart ? ownPartMatchWords(reader, people) : null,
      },
    ]
  })
}

/** Lines of the bank. Their texts are the treasurer's to read, and those of who closes the month, on the month's page. */
export async function readBankLines(db: Database | Tx, circleId: string, reader: string, query: Query): Promise<BankLines> {
  const treasurer = await readBookkeeper(db, circleId)
  const isTreasurer = treasurer === reader
  const { rows, total } = await readRows(db, circleId, query)
  const outstanding = await readOutstanding(db, circleId)
  const isAsked = rows.some(({ match_id }) => match_id === null)
  const expected = isAsked ? await readExpected(db, circleId) : []
  const known = isTreasurer
    ? [...outstanding.map(ofOutstanding), ...expected, ...(isAsked ? await readPayouts(db, circleId) : [])]
    : expected.filter(({ suggested }) => suggested.person?._id === treasurer)
  const holders = known.length > 0 ? (await readHoldings(db, circleId)).filter(({ heldSince }) => heldSince.length > 0) : []
  const people = { treasurer, holders: holders.map(({ user }) => user) }
  return {
    lines: rows.map((row) => {
      const line = { id: row.id, bankAccount: row.bank_account_id, day: row.day, amountCents: row.cents }
      const texted = { ...line, text: row.text ?? '', payee: row.payee, checkNumber: row.check_number }
      return {
        _id: row.id,
        bankAccountId: row.bank_account_id,
        day: row.day,
        amountCents: row.cents,
        text: isTreasurer ? row.text : null,
        payee: isTreasurer ? row.payee : null,
        checkNumber: isTreasurer ? row.check_number : null,
        matchId: row.match_id,
        suggestions: row.match_id === null ? suggestionsFor(texted, known, reader, people) : [],
      }
    }),
    total,
    page: query.page,
    pageSize,
    outstanding,
    maySeeTexts: isTreasurer,
    mayMatch: isTreasurer,
  }
}
