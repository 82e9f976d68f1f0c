import { sql } from 'kysely'
import type { z } from 'zod'
import type { declineRequest, elsewhereRequest, signRequest } from '#contract/documents.ts'
import { Refusal, refusals } from '#contract/errors.ts'
import { decideSigning } from '#domain/documents.ts'
import { fullName } from '#domain/person.ts'
import { currentConsent, isSameName } from '#domain/signing.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { markAnswered, tellMembers } from '#server/shared/documents/tell-of-documents.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { lockSelf } from '#server/shared/people/lock-self.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { type DocumentPlace, findDocument, findMissing, findRequest, lockAsMember, requireNewest } from './lock-as-member.ts'

type Request = NonNullable<Awaited<ReturnType<typeof findRequest>>>

async function isAskedBy(tx: Tx, requestId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('signature_request_people')
    .select('user_id')
    .where('request_id', '=', requestId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

async function findAsked(tx: Tx, requestId: string): Promise<string[]> {
  const rows = await tx.selectFrom('signature_request_people').select('user_id').where('request_id', '=', requestId).execute()
  return rows.map(({ user_id }) => user_id)
}

/** Tells everyone who was asked, and who asked, once nobody is missing any more. */
async function tellIfComplete(tx: Tx, actor: Actor, circleId: string, documentId: string, request: Request): Promise<void> {
  if ((await findMissing(tx, documentId)).length > 0) return
  const people = [...(await findAsked(tx, request.id)), request.asked_by].filter((person) => person !== actor.id)
  await tellMembers(tx, circleId, people, 'document_signed')
}

/** Signs the version whose file was shown. The step-up is used last, so that a refusal leaves it valid. */
export async function signDocument(
  tx: Tx,
  actor: Actor,
  place: DocumentPlace,
  { versionId, sha256, name, consentVersion }: z.infer<typeof signRequest>,
  site: Site,
): Promise<void> {
  const { circleId } = place
  // A deletion locks the person before the circle, and so does this.
  const self = await lockSelf(tx, actor)
  await lockAsMember(tx, circleId, actor, site)
  const document = await requireNewest(tx, place, versionId)
  const request = await findRequest(tx, versionId)
  const signed = await tx
    .selectFrom('signatures')
    .select('id')
    .where('version_id', '=', versionId)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  const decision = decideSigning({
    isNewest: true,
    isAsked: request !== undefined && (await isAskedBy(tx, request.id, actor.id)),
    hasSigned: signed !== undefined,
    servedHash: sha256,
    hash: document.sha256,
  })
  if (!decision.ok) throw new Refusal(decision.reason)
  if (!request) throw new Refusal('not_asked_to_sign')
  if (consentVersion !== currentConsent.version) throw new Refusal('consent_changed')
  if (!isSameName(name, fullName({ firstName: self.first_name, lastName: self.last_name })))
    throw new Refusal('name_differs', { fields: [{ field: 'name', message: refusals.name_differs.error }] })
  const means = await redeemStepUp(tx, actor, 'sign')

  const id = newId()
  await tx
    .insertInto('signatures')
    .values({
      id,
      request_id: request.id,
      version_id: versionId,
      user_id: actor.id,
      sha256,
      consent_version: consentVersion,
      means,
      session_id: actor.sessionId,
    })
    .execute()
  await tx.insertInto('signature_names').values({ signature_id: id, name }).execute()
  const facts = { circle: circleId, version: document.newestNumber, sha256, means }
  await writeAudit(tx, { act: 'document.signed', by: actor, subject: ['document', document.id], facts })
  await markAnswered(tx, circleId, actor.id, 'sign_asked')
  await tellIfComplete(tx, actor, circleId, document.id, request)
  await publishCircleChange(tx, circleId, 'documents')
}

/** Says that one does not sign. The request stays open; who has changed their mind may still sign. */
export async function declineToSign(
  tx: Tx,
  actor: Actor,
  place: DocumentPlace,
  { versionId, words }: z.infer<typeof declineRequest>,
  site: Site,
): Promise<void> {
  const { circleId } = place
  const { isOwner } = await lockAsMember(tx, circleId, actor, site)
  const document = await requireNewest(tx, place, versionId)
  const request = await findRequest(tx, versionId)
  if (!request || !(await findMissing(tx, document.id)).includes(actor.id)) throw new Refusal('not_asked_to_sign')
  const said = await tx
    .insertInto('signature_declines')
    .values({ request_id: request.id, user_id: actor.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (said.numInsertedOrUpdatedRows !== 1n) throw new Refusal('declined_already')
  if (words !== '') {
    await tx.insertInto('signature_decline_texts').values({ request_id: request.id, user_id: actor.id, words }).execute()
  }
  await writeAudit(tx, {
    act: 'document.declined',
    by: actor,
    subject: ['document', document.id],
    facts: { circle: circleId, version: document.newestNumber },
  })
  await markAnswered(tx, circleId, actor.id, 'sign_asked')
  const owner = isOwner
    ? undefined
    : await tx
        .selectFrom('memberships')
        .select('user_id')
        .where('circle_id', '=', circleId)
        .where('is_owner', '=', true)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
  const people = [...(await findAsked(tx, request.id)), request.asked_by, ...(owner ? [owner.user_id] : [])]
  await tellMembers(
    tx,
    circleId,
    people.filter((person) => person !== actor.id),
    'sign_declined',
  )
  await publishCircleChange(tx, circleId, 'documents')
}

/** One's own word on whether one signed a version on paper. It stands, and asks for a step-up as a signature does. */
export async function answerElsewhere(
  tx: Tx,
  actor: Actor,
  place: DocumentPlace,
  { versionId, isSo }: z.infer<typeof elsewhereRequest>,
  site: Site,
): Promise<void> {
  await lockSelf(tx, actor)
  await lockAsMember(tx, place.circleId, actor, site)
  const document = await findDocument(tx, place)
  const named = isId(versionId)
    ? await tx
        .selectFrom('signed_elsewhere')
        .innerJoin('document_versions', 'document_versions.id', 'signed_elsewhere.version_id')
        .select(['document_versions.number'])
        .select(
          sql<boolean>`exists (select from signed_elsewhere_words as said
            where said.version_id = signed_elsewhere.version_id and said.user_id = signed_elsewhere.user_id)`.as('isAnswered'),
        )
        .where('signed_elsewhere.version_id', '=', versionId)
        .where('signed_elsewhere.user_id', '=', actor.id)
        .where('document_versions.document_id', '=', document.id)
        .executeTakeFirst()
    : undefined
  if (!named) throw new Refusal('document_not_found')
  if (named.isAnswered) throw new Refusal('elsewhere_answered')
  await redeemStepUp(tx, actor, 'sign')
  const wasMissing = (await findMissing(tx, document.id)).includes(actor.id)
  await tx
    .insertInto('signed_elsewhere_words')
    .values({ version_id: versionId, user_id: actor.id, is_so: isSo, session_id: actor.sessionId })
    .execute()
  const facts = { circle: place.circleId, version: named.number, isSo }
  await writeAudit(tx, { act: 'document.signed_elsewhere', by: actor, subject: ['document', document.id], facts })
  await markAnswered(tx, place.circleId, actor.id, 'sign_named')
  const request = wasMissing && isSo ? await findRequest(tx, versionId) : undefined
  if (request) {
    await markAnswered(tx, place.circleId, actor.id, 'sign_asked')
    await tellIfComplete(tx, actor, place.circleId, document.id, request)
  }
  await publishCircleChange(tx, place.circleId, 'documents')
}
