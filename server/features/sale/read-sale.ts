import type { Ending, Sale } from '#contract/sale.ts'
import { sumCents } from '#domain/cents.ts'
import { daysToSell, decideSale, type SaleLine } from '#domain/sale.ts'
import { daysAfter } from '#domain/transfers.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readBalances } from '#server/shared/book/balances.ts'
import { readDeposits } from '#server/shared/book/deposits.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readDocumentLinks } from '#server/shared/documents/documents.ts'
import { readObstacleWords } from '#server/shared/endings/obstacles.ts'
import { readWaitingEnding } from '#server/shared/endings/wind-up.ts'
import { readSellMotion, type SellMotion } from '#server/shared/sales/sales.ts'
import { countHolders } from '#server/shared/settlements/settlements.ts'
import { readBought, readOpenSale } from './record-sale.ts'

export type SaleReader = { readonly id: string; readonly isOwner: boolean; readonly noticeSeconds: number }

const priceOf = (lines: readonly SaleLine[]): number =>
  sumCents(lines.filter(({ kind }) => kind === 'price').map(({ amountCents }) => amountCents))

async function requireLink(tx: Tx, versionId: string) {
  const document = (await readDocumentLinks(tx, [versionId])).get(versionId)
  if (!document) throw new Error('a settlement statement has a document')
  return document
}

async function readNamed(tx: Tx, ids: readonly string[]) {
  const names = await readNames(tx as unknown as Database, ids)
  return (id: string) => ({ _id: id, name: names.get(id) ?? '' })
}

type Balances = Awaited<ReturnType<typeof readBalances>>

async function readStatement(
  tx: Tx,
  circleId: string,
  reader: SaleReader,
  motion: SellMotion | null,
  balances: Balances,
): Promise<Sale['statement']> {
  const open = await readOpenSale(tx, circleId)
  if (!open || !motion) return null
  const held = balances.get('held:title') ?? 0
  const decision = decideSale(
    open.lines,
    {
      leastPriceCents: motion.leastPriceCents,
      passedAt: motion.passedAt.getTime(),
      balances,
      deposits: await readDeposits(tx, circleId),
    },
    { now: open.proposedAt.getTime(), noticeSeconds: reader.noticeSeconds },
  )
  const isAlone = (await countHolders(tx, circleId)) === 1
  return {
    _id: open.id,
    day: open.day,
    lines: open.lines.map((line) => ({ ...line })),
    priceCents: priceOf(open.lines),
    bookValueCents: balances.get('property') ?? 0,
    // What would be refused now has no balance; confirming says why.
    balanceCents: decision.ok ? decision.value.proceedsCents - held : 0,
    proceedsCents: decision.ok ? decision.value.proceedsCents : held,
    document: await requireLink(tx, open.documentVersionId),
    proposedBy: (await readNamed(tx, [open.proposedBy]))(open.proposedBy),
    proposedAt: open.proposedAt.toISOString(),
    mayConfirm: open.proposedBy !== reader.id || isAlone,
    mayWithdraw: reader.isOwner,
  }
}

async function readSold(tx: Tx, circleId: string, balances: Balances): Promise<Sale['sold']> {
  const row = await tx
    .selectFrom('settlements')
    .select(['day', 'lines', 'entry_id', 'document_version_id', 'proposed_by', 'confirmed_by', 'confirmed_at'])
    .where('circle_id', '=', circleId)
    .where('kind', '=', 'sale')
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!row?.entry_id || !row.confirmed_by || !row.confirmed_at) return null
  const nameOf = await readNamed(tx, [row.proposed_by, row.confirmed_by])
  return {
    day: row.day,
    priceCents: priceOf(row.lines as unknown as SaleLine[]),
    entryId: row.entry_id,
    document: await requireLink(tx, row.document_version_id),
    recordedBy: nameOf(row.proposed_by),
    confirmedBy: nameOf(row.confirmed_by),
    confirmedAt: row.confirmed_at.toISOString(),
    heldByTitleCents: balances.get('held:title') ?? 0,
  }
}

/** The sale of the circle's property as a member sees it. */
export async function readSale(tx: Tx, circleId: string, reader: SaleReader): Promise<Sale> {
  const bought = await readBought(tx, circleId)
  const motion = await readSellMotion(tx, circleId)
  const balances = await readBalances(tx, circleId)
  const statement = await readStatement(tx, circleId, reader, motion, balances)
  const sold = await readSold(tx, circleId, balances)
  const until = motion ? daysAfter(motion.passedAt.getTime(), daysToSell, reader) : 0
  const isOver = (await readDatabaseClock(tx)).getTime() > until
  const nameOf = await readNamed(tx, motion?.relatedMember ? [motion.relatedMember] : [])
  return {
    property: bought && { _id: bought.propertyId, address: bought.address },
    motion: motion && {
      _id: motion.id,
      title: motion.title,
      leastPriceCents: motion.leastPriceCents,
      passedAt: motion.passedAt.toISOString(),
      until: new Date(until).toISOString(),
      isOver,
      relatedMember: motion.relatedMember ? nameOf(motion.relatedMember) : null,
    },
    bookValueCents: balances.get('property') ?? 0,
    statement,
    sold,
    mayRecord: reader.isOwner && bought !== null && motion !== null && !isOver && statement === null && sold === null,
  }
}

/** What stands in the way of ending the circle, in sentences. */
export async function readEnding(tx: Tx, circleId: string): Promise<Ending> {
  const { ended_at } = await tx.selectFrom('circles').select('ended_at').where('id', '=', circleId).executeTakeFirstOrThrow()
  const waiting = await readWaitingEnding(tx, circleId)
  return {
    waiting: waiting && {
      motionId: waiting.motionId,
      passedAt: waiting.passedAt.toISOString(),
      lapsesAt: waiting.lapsesAt.toISOString(),
    },
    endedAt: ended_at?.toISOString() ?? null,
    obstacles: ended_at === null ? await readObstacleWords(tx, circleId) : [],
  }
}
