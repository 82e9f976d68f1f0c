import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { savePropertyRequest } from '#contract/properties.ts'
import type { ListingStatus } from '#domain/choices.ts'
import { mayMove } from '#domain/listing.ts'
import { factColumns, ofEachColumn } from '#domain/property-facts.ts'
import { missingPropertyFields } from '#domain/property-form.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { requireNotBeingBought } from '#server/shared/acquisitions/acquisitions.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { closeDueFirst, type Site } from '#server/shared/closing/close-due.ts'
import { moveClosingDate, setClosingDate } from '#server/shared/deciding/closing-date.ts'
import { lockCircle } from '#server/shared/ledger/lock-arcs.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { findCirclePeople, notify } from '#server/shared/notices/notify.ts'
import { notifyFollowers } from '#server/shared/notices/notify-followers.ts'
import { requireStage } from '#server/shared/stages/stages.ts'
import { askToLookAgain } from './ask-to-look-again.ts'
import { type AttachPicture, isSameOrder, picturesAfter, readPictures, savePictures } from './save-pictures.ts'

type PropertyForm = z.infer<typeof savePropertyRequest>

export type Saving = Site & { readonly attach: AttachPicture; readonly noticeSeconds: number }

export async function addProperty(tx: Tx, actor: Actor, circleId: string, form: PropertyForm, saving: Saving): Promise<string> {
  const fields = missingPropertyFields(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  await lockCircle(tx, circleId)
  await closeDueFirst(tx, circleId, saving)
  await requireStage(tx, circleId, 'change_properties')
  const id = newId()
  await tx
    .insertInto('properties')
    .values({
      id,
      circle_id: circleId,
      uploaded_by: actor.id,
      address: form.address ?? '',
      city: form.city ?? '',
      state: form.state ?? '',
      zip_code: form.zipCode ?? '',
      url: form.url ?? '',
      price: form.price ?? 0,
      listing_status: form.listingStatus ?? 'available',
      ...ofEachColumn((_, name) => form[name] ?? null),
    })
    .execute()
  await savePictures(tx, actor, id, [[], picturesAfter([], form)], saving.attach)
  await writeAudit(tx, { act: 'property.added', by: actor, subject: ['property', id], facts: { circle: circleId } })
  if (form.closesAt) await setClosingDate(tx, actor, { circleId, propertyId: id }, form.closesAt, saving)
  await notify(tx, await findCirclePeople(tx, circleId, actor.id), { kind: 'new_property', circleId, propertyId: id })
  await notifyFollowers(tx, circleId, { kind: 'followed_property' })
  await publishCircleChange(tx, circleId, 'properties')
  return id
}

/** Locked after its circle, in the same order everywhere; orders votes and edits of what is voted on. */
async function lockProperty(tx: Tx, id: string) {
  const live = tx.selectFrom('properties').where('id', '=', id).where('deleted_at', 'is', null)
  const found = await live.select('circle_id').executeTakeFirst()
  if (!found) throw new Refusal('property_not_found')
  await lockCircle(tx, found.circle_id)
  const row = await live.selectAll().forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('property_not_found')
  return row
}

/** What people vote on, together with the pictures; other fields may change at any time. */
const votedOn = ['address', 'city', 'state', 'zip_code', 'url', 'price', ...factColumns] as const

/** Absent leaves the value, null removes it. */
const orKept = <Value>(sent: Value | undefined, kept: Value): Value => (sent === undefined ? kept : sent)

async function isClosed(tx: Tx, propertyId: string): Promise<boolean> {
  const decision = await tx.selectFrom('decisions').select('closed_by_record').where('property_id', '=', propertyId).executeTakeFirst()
  return (decision?.closed_by_record ?? null) !== null
}

/**
 * Changes the fields in the request; the listing status only along allowed transitions. The fields that were voted on are locked after
 * closing.
 */
export async function changeProperty(tx: Tx, actor: Actor, id: string, form: PropertyForm, saving: Saving): Promise<void> {
  const row = await lockProperty(tx, id)
  // The form would store the words that stand for what is hidden.
  if (row.hidden_at) throw new Refusal('property_hidden')
  await closeDueFirst(tx, row.circle_id, saving)
  await requireStage(tx, row.circle_id, 'change_properties')
  await requireNotBeingBought(tx, row.circle_id, id)
  if (form.updatedAt !== undefined && form.updatedAt !== row.updated_at.toISOString()) throw new Refusal('changed_meanwhile')
  if (form.listingStatus && !mayMove(row.listing_status as ListingStatus, form.listingStatus)) throw new Refusal('move_not_allowed')
  const pictures = await readPictures(tx, id)
  const picturesThen = picturesAfter(pictures, form)
  const after = {
    address: form.address ?? row.address,
    city: form.city ?? row.city,
    state: form.state ?? row.state,
    zip_code: form.zipCode ?? row.zip_code,
    url: form.url ?? row.url,
    price: form.price ?? row.price,
    listing_status: form.listingStatus ?? row.listing_status,
    ...ofEachColumn((column, name) => orKept(form[name], row[column])),
  }
  const isChanged = votedOn.some((field) => row[field] !== after[field]) || !isSameOrder(pictures, picturesThen)
  if (isChanged && (await isClosed(tx, id))) throw new Refusal('property_locked')
  await savePictures(tx, actor, id, [pictures, picturesThen], saving.attach)
  const version = row.version + (isChanged ? 1 : 0)
  await tx
    .updateTable('properties')
    .set({ ...after, version })
    .where('id', '=', id)
    .execute()
  const place = { circleId: row.circle_id, propertyId: id }
  if (form.closesAt !== undefined) await setClosingDate(tx, actor, place, form.closesAt, saving)
  const isMoved = isChanged && (await moveClosingDate(tx, actor, place, saving.noticeSeconds))
  await askToLookAgain(tx, actor, row, after, isMoved)
  const fields = Object.keys(form).filter((name) => name !== 'updatedAt' && name !== 'circle' && name !== 'uploadedBy')
  await writeAudit(tx, { act: 'property.changed', by: actor, subject: ['property', id], fields })
  await publishCircleChange(tx, row.circle_id, 'properties')
}
