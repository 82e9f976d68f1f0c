import { Refusal } from '#contract/errors.ts'
import type { UploadRequest } from '#contract/files.ts'
import { decideUpload, fileKeyFor, isWithinQuota, uploadLimits } from '#domain/files.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { insertUpload, lockUploadUse } from '#server/shared/files/files.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import type { FileStore } from '#server/storage/file-store.ts'

type NewUpload = UploadRequest & { readonly name: string; readonly contentType: string }

/** Creates the file's key and a signed upload URL. Two files of one name in one millisecond get successive timestamps. */
export async function beginUpload(
  tx: Tx,
  services: { readonly store: FileStore; readonly limiter: RateLimiter },
  owner: Actor,
  { name, contentType, size, isPublic, isViewableByAnyUser }: NewUpload,
): Promise<{ signedPostUrl: string; objectId: string }> {
  const decision = decideUpload(contentType, size)
  if (!decision.ok) throw new Refusal(decision.reason)
  await services.limiter.take(tx, 'upload_account', owner.id)
  // Without an announced size, the maximum is assumed.
  if (!isWithinQuota(owner.isVerified, await lockUploadUse(tx, owner.id), size ?? uploadLimits.bytes)) throw new Refusal('upload_quota')

  const upload = { contentType: decision.value, size: size ?? null }
  for (let time = Date.now(); ; time++) {
    const key = fileKeyFor(name, new Date(time).toISOString())
    if (!(await insertUpload(tx, { ...upload, key, owner: owner.id, isPublic, isViewableByAnyUser }))) continue
    return { signedPostUrl: await services.store.signPut({ ...upload, key }), objectId: key }
  }
}
