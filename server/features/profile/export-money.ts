import { sql } from 'kysely'
import type { Export } from '#contract/export.ts'
import type { Tx } from '#server/db/connect.ts'
import { type DistributionData, readDistributionData } from './export-distributions.ts'
import { titleFor } from './export-visible.ts'

const readContributions = (tx: Tx, userId: string) =>
  tx
    .selectFrom('contributions')
    .innerJoin('circles', 'circles.id', 'contributions.circle_id')
    .leftJoin('contribution_texts', 'contribution_texts.contribution_id', 'contributions.id')
    .select(['contributions.circle_id', titleFor(userId), 'amount_cents', 'day', 'call_id', 'sender', 'payer'])
    .select(['recorded_at', 'withdrawn_at', 'entry_id'])
    .where(({ or, eb }) => or([eb('payer', '=', userId), eb('recorded_by', '=', userId)]))
    .orderBy('recorded_at')
    .execute()

const readWords = (tx: Tx, userId: string) =>
  tx
    .selectFrom('contribution_words')
    .innerJoin('contributions', 'contributions.id', 'contribution_words.contribution_id')
    .innerJoin('circles', 'circles.id', 'contributions.circle_id')
    .select(['contributions.circle_id', titleFor(userId), 'contributions.id', 'contribution_words.at'])
    .where('contribution_words.user_id', '=', userId)
    .orderBy('contribution_words.at')
    .execute()

const readPaidBacks = (tx: Tx, userId: string) =>
  tx
    .selectFrom('paid_backs')
    .innerJoin('circles', 'circles.id', 'paid_backs.circle_id')
    .select(['paid_backs.circle_id', titleFor(userId), 'amount_cents', 'day', 'confirmed_at'])
    .where('receiver', '=', userId)
    .where('withdrawn_at', 'is', null)
    .orderBy('recorded_at')
    .execute()

const readCallsOpened = (tx: Tx, userId: string) =>
  tx
    .selectFrom('calls')
    .innerJoin('circles', 'circles.id', 'calls.circle_id')
    .leftJoin('call_texts', 'call_texts.call_id', 'calls.id')
    .select(['calls.circle_id', titleFor(userId), 'calls.number', 'amount_cents', 'due_day', 'opened_at'])
    .select(sql<string>`coalesce(why, '')`.as('why'))
    .where('opened_by', '=', userId)
    .orderBy('opened_at')
    .execute()

type MoneyData = Pick<Export, 'contributions' | 'contributionWords' | 'paidBacks' | 'callsOpened'> & DistributionData

/** What the person paid, recorded and confirmed, and the calls that they opened. */
export async function readMoneyData(tx: Tx, userId: string): Promise<MoneyData> {
  const inCircle = (row: { circle_id: string; title: string | null }) => ({ circle: row.circle_id, circleTitle: row.title })
  return {
    contributions: (await readContributions(tx, userId)).map((row) => ({
      ...inCircle(row),
      amountCents: row.amount_cents,
      day: row.day,
      call: row.call_id,
      isOwn: row.payer === userId,
      sender: row.payer === userId ? row.sender || null : null,
      state: row.withdrawn_at ? 'withdrawn' : row.entry_id ? 'counted' : 'waiting',
      recordedAt: row.recorded_at.toISOString(),
    })),
    contributionWords: (await readWords(tx, userId)).map((row) => ({ ...inCircle(row), contribution: row.id, at: row.at.toISOString() })),
    paidBacks: (await readPaidBacks(tx, userId)).map((row) => ({
      ...inCircle(row),
      amountCents: row.amount_cents,
      day: row.day,
      confirmedAt: row.confirmed_at?.toISOString() ?? null,
    })),
    ...(await readDistributionData(tx, userId)),
    callsOpened: (await readCallsOpened(tx, userId)).map((row) => ({
      ...inCircle(row),
      number: row.number,
      amountCents: row.amount_cents,
      dueDay: row.due_day,
      why: row.why,
      at: row.opened_at.toISOString(),
    })),
  }
}
