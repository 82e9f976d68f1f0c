import type { z } from 'zod'
import type { savePropertyRequest } from '#contract/properties.ts'
import { withListingPicture } from '#domain/property-pictures.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'

/** Checks whether a file may become a property's picture. */
export type AttachPicture = (tx: Tx, actor: Actor, key: string) => Promise<void>

type PictureForm = Pick<z.infer<typeof savePropertyRequest>, 'listingImg' | 'pictures'>

/** The pictures in their order after this request. */
export function picturesAfter(current: readonly string[], { listingImg, pictures }: PictureForm): readonly string[] {
  if (pictures) return pictures.map(({ imageUri }) => imageUri)
  return listingImg === undefined ? current : withListingPicture(current, listingImg?.imageUri || null)
}

export const isSameOrder = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((key, index) => key === after[index])

export async function readPictures(tx: Tx, propertyId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('property_pictures')
    .select('image_key')
    .where('property_id', '=', propertyId)
    .orderBy('position')
    .execute()
  return rows.map(({ image_key }) => image_key)
}

/** Replaces a property's pictures; who may add a file is checked for the new ones only. The caller has locked the property. */
export async function savePictures(
  tx: Tx,
  actor: Actor,
  propertyId: string,
  [before, after]: readonly [before: readonly string[], after: readonly string[]],
  attach: AttachPicture,
): Promise<void> {
  if (isSameOrder(before, after)) return
  // Files are locked in one order everywhere.
  for (const key of after.filter((each) => !before.includes(each)).toSorted()) await attach(tx, actor, key)
  await tx.deleteFrom('property_pictures').where('property_id', '=', propertyId).execute()
  const rows = after.map((image_key, index) => ({ property_id: propertyId, position: index + 1, image_key }))
  if (rows.length > 0) await tx.insertInto('property_pictures').values(rows).execute()
  await releasePictures(
    tx,
    before.filter((key) => !after.includes(key)),
  )
}

/** A removed picture has no owner, like a replaced profile picture, and the sweep deletes it; unless a copy of the property shows it. */
async function releasePictures(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .updateTable('files')
    .set({ owner_id: null })
    .where('key', 'in', [...keys])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('property_pictures').select('property_id').whereRef('property_pictures.image_key', '=', 'files.key'))),
    )
    .execute()
}
