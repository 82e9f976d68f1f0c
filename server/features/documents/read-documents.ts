import type { z } from 'zod'
import type { CircleDocument, DocumentSummary, DocumentVersion, documentListReply } from '#contract/documents.ts'
import { Refusal } from '#contract/errors.ts'
import { mayAddVersion, mayAskToSign, mayShare, type Shelf } from '#domain/documents.ts'
import { formerMember } from '#domain/person.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findRelation } from '#server/shared/circles/relation.ts'
import { readNames } from '#server/shared/deciding/read-names.ts'
import { readTreasurer } from '#server/shared/deciding/treasurer.ts'
import { readHolders } from '#server/shared/documents/documents.ts'
import { readStage } from '#server/shared/stages/stages.ts'
import type { DocumentPlace } from './lock-as-member.ts'
import { readVersions } from './read-versions.ts'

/** Members read all documents of their circle, its brokers those that are shared with them. */
const selectDocuments = (tx: Tx, circleId: string, isMember: boolean) =>
  tx
    .selectFrom('documents')
    .innerJoin('document_texts', 'document_texts.document_id', 'documents.id')
    .selectAll('documents')
    .select('document_texts.title')
    .where('documents.circle_id', '=', circleId)
    .$if(!isMember, (documents) => documents.where('documents.is_shared', '=', true))
    .orderBy('documents.id', 'desc')

type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>['execute']>>[number]

async function readReader(tx: Tx, circleId: string, actor: Actor) {
  const relation = await findRelation(tx, circleId, actor)
  if (!relation) throw new Refusal('circle_not_found')
  return relation
}

const isWaitedFor = ({ request }: DocumentVersion, userId: string): boolean =>
  request?.people.some(({ _id, signedAt, isMember }) => _id === userId && signedAt === null && isMember) ?? false

const isMissing = ({ request }: DocumentVersion): boolean =>
  request?.people.some(({ signedAt, isMember }) => signedAt === null && isMember) ?? false

function toSummary(row: DocumentRow, newest: DocumentVersion, names: ReadonlyMap<string, string>, userId: string): DocumentSummary {
  return {
    _id: row.id,
    title: row.title || 'A document',
    shelf: row.shelf as Shelf,
    isAppraisal: row.is_appraisal,
    isShared: row.is_shared,
    uploadedBy: { _id: row.uploaded_by, name: names.get(row.uploaded_by) ?? formerMember },
    newest,
    isAsked: isWaitedFor(newest, userId),
    isNamed: newest.elsewhere.some(({ _id, isSo }) => _id === userId && isSo === null),
  }
}

export async function readDocuments(tx: Tx, circleId: string, actor: Actor): Promise<z.infer<typeof documentListReply>['data']> {
  const { isMember } = await readReader(tx, circleId, actor)
  const rows = await selectDocuments(tx, circleId, isMember).execute()
  const stage = await readStage(tx, circleId)
  const mayAdd = isMember && stage !== 'gathering' && stage !== 'ended'
  if (rows.length === 0) return { documents: [], mayAdd }
  const newestIds = await tx
    .selectFrom('document_versions')
    .distinctOn('document_id')
    .select(['document_id', 'id'])
    .where('circle_id', '=', circleId)
    .where(
      'document_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('document_id')
    .orderBy('number', 'desc')
    .execute()
  const versions = await readVersions(
    tx,
    newestIds.map(({ id }) => id),
    isMember,
  )
  const newestOf = new Map(newestIds.map(({ document_id, id }) => [document_id, versions.get(id)]))
  const names = await readNames(
    tx,
    rows.map((row) => row.uploaded_by),
  )
  const documents = rows.flatMap((row) => {
    const newest = newestOf.get(row.id)
    return newest ? [toSummary(row, newest, names, actor.id)] : []
  })
  return { documents, mayAdd }
}

export async function readDocument(tx: Tx, { circleId, documentId }: DocumentPlace, actor: Actor): Promise<CircleDocument> {
  const { isMember, isOwner } = await readReader(tx, circleId, actor)
  const row = isId(documentId)
    ? await selectDocuments(tx, circleId, isMember).where('documents.id', '=', documentId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('document_not_found')
  const ids = await tx
    .selectFrom('document_versions')
    .select('id')
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .execute()
  const known = await readVersions(
    tx,
    ids.map(({ id }) => id),
    isMember,
  )
  const versions = ids.flatMap(({ id }) => known.get(id) ?? [])
  const [newest] = versions
  if (!newest) throw new Refusal('document_not_found')
  const stage = await readStage(tx, circleId)
  const isOpen = isMember && stage !== 'ended'
  const treasurer = await readTreasurer(tx, circleId)
  const roles = { isUploader: row.uploaded_by === actor.id, isOwner, isTreasurer: treasurer === actor.id }
  const holders = isMember ? await readHolders(tx, circleId) : []
  const asked = new Set(newest.request?.people.map(({ _id }) => _id))
  const names = await readNames(tx, [row.uploaded_by])
  const summary = toSummary(row, newest, names, actor.id)
  const own = newest.request?.people.find(({ _id }) => _id === actor.id)
  return {
    ...summary,
    // One's word on a paper is asked for older versions too.
    isNamed: versions.some(({ elsewhere }) => elsewhere.some(({ _id, isSo }) => _id === actor.id && isSo === null)),
    versions,
    mayAddVersion: isOpen && mayAddVersion(roles) && !isMissing(newest),
    mayAsk: isOpen && stage !== 'gathering' && mayAskToSign(roles) && holders.some(({ userId }) => !asked.has(userId)),
    mayWithdraw: isOpen && mayAskToSign(roles) && isMissing(newest),
    mayShare: isOpen && mayShare(roles),
    mayDecline: isOpen && summary.isAsked && own?.declinedAt === null,
    holders: holders.map(({ userId, name }) => ({ _id: userId, name })),
  }
}
