import { Refusal } from '#contract/errors.ts'
import { endLength, isWhatItSays } from '#domain/file-content.ts'
import { uploadLimits } from '#domain/files.ts'
import type { Upload } from './file-store.ts'

/** Refuses what has arrived when it is not of the announced size, too large, or not what its type says. Reads its two ends alone. */
export async function checkArrival(
  upload: Upload,
  size: number,
  read: (start: number, length: number) => Promise<Uint8Array>,
): Promise<void> {
  if (size > uploadLimits.bytes) throw new Refusal('file_too_large')
  if (upload.size !== null && size !== upload.size) throw new Refusal('file_size_differs')
  if (size === 0) throw new Refusal('file_kind_refused')
  const head = await read(0, Math.min(size, endLength))
  const tail = size <= endLength ? head : await read(size - endLength, endLength)
  if (!isWhatItSays(upload.contentType, { head, tail })) throw new Refusal('file_kind_refused')
}
