import { sql } from 'kysely'
import type { Contribution, contributionStates, PaidBack } from '#contract/calls.ts'
import { mayConfirmPaidBack, mayGiveWord, wordsNeeded } from '#domain/payment-words.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readDocumentLinks } from '#server/shared/documents/documents.ts'

export type MoneyReader = { readonly id: string; readonly keepsMoney: boolean; readonly members: readonly string[] }

type Word = { readonly id: string; readonly user_id: string; readonly at: Date }

/** Payments of a circle, newest first, with the words on what waits: that it was paid, or that the bank took it back. */
async function readRows(db: Database | Tx, circleId: string) {
  return db
    .selectFrom('contributions')
    .leftJoin('contribution_texts', 'contribution_texts.contribution_id', 'contributions.id')
    .leftJoin('bank_accounts', 'bank_accounts.id', 'contributions.bank_account_id')
    .leftJoin('contribution_returns', (join) =>
      join.onRef('contribution_returns.contribution_id', '=', 'contributions.id').on('contribution_returns.withdrawn_at', 'is', null),
    )
    .select(['contributions.id', 'payer', 'contributions.call_id', 'contributions.amount_cents', 'contributions.day', 'sender'])
    .select(['bank_accounts.id as account_id', 'bank_accounts.name as account', 'document_version_id', 'contributions.recorded_by'])
    .select(['contributions.recorded_at', 'contributions.withdrawn_at', 'contributions.entry_id'])
    .select(['contribution_returns.id as return_id', 'contribution_returns.entry_id as returned_entry'])
    .select('contribution_returns.recorded_by as return_recorded_by')
    .select(sql<boolean>`exists (select from book_entries as reversal where reversal.reverses = contributions.entry_id)`.as('is_reversed'))
    .where('contributions.circle_id', '=', circleId)
    .orderBy('contributions.day', 'desc')
    .orderBy('contributions.recorded_at', 'desc')
    .execute()
}

async function readWords(db: Database | Tx, circleId: string): Promise<Word[]> {
  const given = await db
    .selectFrom('contribution_words')
    .innerJoin('contributions', 'contributions.id', 'contribution_words.contribution_id')
    .select(['contributions.id', 'contribution_words.user_id', 'contribution_words.at'])
    .where('circle_id', '=', circleId)
    .orderBy('at')
    .execute()
  const returned = await db
    .selectFrom('contribution_return_words')
    .innerJoin('contribution_returns', 'contribution_returns.id', 'return_id')
    .innerJoin('contributions', 'contributions.id', 'contribution_id')
    .select(['contribution_returns.id', 'contribution_return_words.user_id', 'contribution_return_words.at'])
    .where('circle_id', '=', circleId)
    .orderBy('at')
    .execute()
  return [...given, ...returned]
}

type Row = Awaited<ReturnType<typeof readRows>>[number]

function stateOf({ withdrawn_at, entry_id, return_id, returned_entry, is_reversed }: Row): (typeof contributionStates)[number] {
  if (withdrawn_at) return 'withdrawn'
  if (!entry_id) return 'waiting'
  // A record of a return stays until it is withdrawn, also if the treasurer has reversed the payment meanwhile.
  if (!return_id) return is_reversed ? 'returned' : 'counted'
  return returned_entry ? 'returned' : 'returning'
}

/** What anyone recorded as paid, also what counts already. */
export async function readContributions(db: Database | Tx, circleId: string, reader: MoneyReader): Promise<Contribution[]> {
  const rows = await readRows(db, circleId)
  const words = await readWords(db, circleId)
  const people = [...rows.flatMap(({ payer, recorded_by }) => [payer, recorded_by]), ...words.map(({ user_id }) => user_id)]
  const names = await readNames(db as Database, people)
  const papers = await readDocumentLinks(
    db,
    rows.flatMap(({ document_version_id }) => document_version_id ?? []),
  )
  const named = (userId: string) => ({ _id: userId, name: names.get(userId) ?? '' })
  return rows.map((row) => {
    const state = stateOf(row)
    const said = words.filter(({ id }) => id === (state === 'returning' || state === 'returned' ? row.return_id : row.id))
    const isOpen = state === 'waiting' || state === 'returning'
    const recorders = state === 'returning' ? [row.return_recorded_by] : [row.recorded_by, row.payer]
    return {
      _id: row.id,
      payer: named(row.payer),
      amountCents: row.amount_cents,
      day: row.day,
      bankAccount: row.account_id ? { _id: row.account_id, name: row.account ?? '' } : null,
      callId: row.call_id,
      document: papers.get(row.document_version_id ?? '') ?? null,
      sender: row.sender || null,
      recordedBy: named(row.recorded_by),
      recordedAt: row.recorded_at.toISOString(),
      state,
      words: said.map(({ user_id, at }) => ({ ...named(user_id), at: at.toISOString() })),
      wordsNeeded: wordsNeeded(reader.members.length),
      mayConfirm:
        (state === 'returning' || (isOpen && row.document_version_id !== null)) &&
        mayGiveWord(reader.id, { payer: row.payer, words: said.map(({ user_id }) => user_id) }),
      mayWithdraw: isOpen && recorders.includes(reader.id),
      mayReturn: state === 'counted' && reader.keepsMoney,
    }
  })
}

/** Kept money that was sent back and is not confirmed yet. */
export async function readPaidBacks(db: Database | Tx, circleId: string, { id, members }: MoneyReader): Promise<PaidBack[]> {
  const rows = await db
    .selectFrom('paid_backs')
    .leftJoin('bank_accounts', 'bank_accounts.id', 'paid_backs.bank_account_id')
    .select(['paid_backs.id', 'receiver', 'amount_cents', 'day', 'recorded_by', 'bank_accounts.id as account_id', 'bank_accounts.name'])
    .where('paid_backs.circle_id', '=', circleId)
    .where('withdrawn_at', 'is', null)
    .where('entry_id', 'is', null)
    .orderBy('recorded_at')
    .execute()
  const names = await readNames(
    db as Database,
    rows.flatMap(({ receiver, recorded_by }) => [receiver, recorded_by]),
  )
  const named = (userId: string) => ({ _id: userId, name: names.get(userId) ?? '' })
  return rows.map((row) => ({
    _id: row.id,
    receiver: named(row.receiver),
    amountCents: row.amount_cents,
    day: row.day,
    bankAccount: row.account_id ? { _id: row.account_id, name: row.name ?? '' } : null,
    recordedBy: named(row.recorded_by),
    mayConfirm: mayConfirmPaidBack(id, { receiver: row.receiver, recordedBy: row.recorded_by, members }),
    mayWithdraw: row.recorded_by === id,
  }))
}
