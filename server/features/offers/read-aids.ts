import { sql } from 'kysely'
import { sharedAccounts } from '#domain/arc-capital.ts'
import { shareOfTotal, sumCents } from '#domain/cents.ts'
import type { Cents } from '#domain/money.ts'
import { type PriceAids, priceAids } from '#domain/price-aids.ts'
import type { Tx } from '#server/db/connect.ts'
import { type CallPart, openCents } from '#server/shared/calls/call-parts.ts'

export type AidFacts = {
  readonly paidInOf: (arc: number) => number
  readonly capitalCents: readonly number[]
  readonly appraisal: { readonly valueCents: number; readonly day: string } | null
}

/** What the aids beside a price are reckoned from. */
export async function readAidFacts(tx: Tx, circleId: string): Promise<AidFacts> {
  const { rows: sums } = await sql<{ account: string; arc: number | null; cents: number }>`
    select account, arc, sum(amount_cents)::bigint as cents from book_lines where circle_id = ${circleId} group by account, arc`.execute(tx)
  const arcs = await tx.selectFrom('arcs').select('number').where('circle_id', '=', circleId).orderBy('number').execute()
  const ofArc = (account: string, arc: number) => sums.find((row) => row.account === account && row.arc === arc)?.cents ?? 0
  const totals = sharedAccounts.map((account) => sumCents(sums.filter((row) => row.account === account).map(({ cents }) => cents)))
  const capitalCents = arcs.map(({ number }) => {
    const shares = totals.map((total) => shareOfTotal(total, arcs.length, number))
    return 0 - sumCents([ofArc('capital', number), ofArc('paid_out', number), ...shares])
  })
  const appraisal = await tx
    .selectFrom('document_versions')
    .innerJoin('documents', 'documents.id', 'document_versions.document_id')
    .select(['document_versions.value_cents', 'document_versions.day'])
    .where('documents.circle_id', '=', circleId)
    .where('documents.is_appraisal', '=', true)
    .where('document_versions.value_cents', 'is not', null)
    .orderBy('document_versions.day', 'desc')
    .orderBy('document_versions.at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    paidInOf: (arc) => 0 - ofArc('capital', arc),
    capitalCents,
    appraisal: appraisal?.value_cents && appraisal.day ? { valueCents: appraisal.value_cents, day: appraisal.day } : null,
  }
}

/** Three aids beside the price of these arcs, none binding. */
export const aidsOf = ({ paidInOf, capitalCents, appraisal }: AidFacts, arcs: readonly number[]): PriceAids =>
  priceAids({ paidInCents: arcs.map(paidInOf), appraisalCents: appraisal?.valueCents ?? null, capitalCents })

/** What each of these arcs has not paid of the circle's calls: an unpaid part goes over with its arc. */
export const unpaidOf = (parts: readonly CallPart[], arcs: readonly number[]): { readonly arc: number; readonly cents: Cents }[] =>
  arcs.map((arc) => ({ arc, cents: sumCents(parts.filter((part) => part.arc === arc).map(openCents)) })).filter(({ cents }) => cents > 0)
