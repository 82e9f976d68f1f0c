import { Refusal } from '#contract/errors.ts'
import { endLength, isWhatItSays } from '#domain/file-content.ts'
import { previewKind, uploadLimits } from '#domain/files.ts'
import { hasTooManyPixels, readPictureSize } from '#domain/picture-size.ts'
import type { Upload } from './file-store.ts'

/**
 * Refuses what has arrived when it is not of the announced size, too large, not what its type says, or a picture
 * that would be too large to show. Never reads more than a part of it at once.
 */
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
  if (previewKind(upload.contentType) !== 'image') return
  // A few kilobytes may unfold to gigabytes in the browser of whoever looks at them.
  const picture = await readPictureSize(upload.contentType, size, read)
  if (!picture) throw new Refusal('file_kind_refused')
  if (hasTooManyPixels(picture)) throw new Refusal('picture_too_large')
}
