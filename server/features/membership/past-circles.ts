import { sql } from 'kysely'
import type { PastCircle, PastCircleSummary } from '#contract/past-circles.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readOpenPayouts } from '#server/shared/distributions/payments.ts'
import { hasSigned } from '#server/shared/documents/documents.ts'

/** Circles that the person was a member of and is no more, the one left last first. */
const selectPast = (db: Database | Tx, userId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('circles', 'circles.id', 'memberships.circle_id')
    .select(['circles.id', 'circles.title'])
    .select(({ fn }) => fn.max('memberships.ended_at').as('leftAt'))
    .select(
      sql<Cents>`(select coalesce(-sum(amount_cents), 0)::bigint from book_lines
        where book_lines.circle_id = circles.id and account = 'owed' and user_id = ${userId})`.as('owedCents'),
    )
    .where('memberships.user_id', '=', userId)
    .where('circles.deleted_at', 'is', null)
    .groupBy('circles.id')
    .having((eb) => eb(eb.fn.countAll(), '=', eb.fn.count('memberships.ended_at')))
    .orderBy('leftAt', 'desc')

type PastRow = Awaited<ReturnType<ReturnType<typeof selectPast>['executeTakeFirstOrThrow']>>

const toSummary = ({ id, title, leftAt, owedCents }: PastRow): PastCircleSummary => ({
  circle: { _id: id, title },
  leftAt: leftAt?.toISOString() ?? '',
  owedCents,
})

export const readPastCircles = async (db: Database, actor: Actor): Promise<PastCircleSummary[]> =>
  (await selectPast(db, actor.id).execute()).map(toSummary)

async function readPayouts(tx: Tx, circleId: string, userId: string): Promise<PastCircle['payouts']> {
  const open = await readOpenPayouts(tx, circleId, userId)
  const posted = await tx.selectFrom('distribution_postings').select(['distribution_id', 'at']).where('circle_id', '=', circleId).execute()
  const days = new Map(posted.map(({ distribution_id, at }) => [distribution_id, at.toISOString()]))
  return open.map(({ distributionId, openCents }) => ({ distributionId, openCents, postedAt: days.get(distributionId) ?? '' }))
}

async function readSigned(tx: Tx, circleId: string, userId: string): Promise<PastCircle['signed']> {
  const rows = await tx
    .selectFrom('document_versions as version')
    .innerJoin('documents', 'documents.id', 'version.document_id')
    .innerJoin('document_texts', 'document_texts.document_id', 'documents.id')
    .select(['documents.id as documentId', 'version.id as versionId', 'document_texts.title', 'version.number', 'version.sha256'])
    .select(['version.file_key as fileKey', sql<PastCircle['signed'][number]['shelf']>`documents.shelf`.as('shelf')])
    .select(
      sql<Date>`coalesce((select at from signatures where version_id = version.id and user_id = ${userId}),
        (select at from signed_elsewhere_words where version_id = version.id and user_id = ${userId}))`.as('signedAt'),
    )
    .where('documents.circle_id', '=', circleId)
    .where(hasSigned(sql.ref('version.id'), userId))
    .orderBy('signedAt', 'desc')
    .orderBy('version.id', 'desc')
    .execute()
  return rows.map(({ signedAt, title, ...row }) => ({ ...row, title: title || 'A document', signedAt: signedAt.toISOString() }))
}

/** What a former member still has in a circle. The caller has checked that they are one. */
export async function readPastCircle(tx: Tx, circleId: string, actor: Actor): Promise<PastCircle> {
  const row = await selectPast(tx, actor.id).where('circles.id', '=', circleId).executeTakeFirstOrThrow()
  return {
    ...toSummary(row),
    payouts: await readPayouts(tx, circleId, actor.id),
    signed: await readSigned(tx, circleId, actor.id),
  }
}
