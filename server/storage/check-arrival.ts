import { Refusal } from '#contract/errors.ts'
import { endLength, isWhatItSays } from '#domain/file-content.ts'
import { previewKind, uploadLimits } from '#domain/files.ts'
import { hasTooManyPixels, readPictureSize } from '#domain/picture-size.ts'
import type { Upload } from './file-store.ts'

/**
 * Refuses an upload whose size differs from the announced one, that is too large, whose content does not match its type, or whose picture
 * is too large to show. Reads only parts of it.
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
  // A few kilobytes can decompress to gigabytes in a viewer's browser.
  const picture = await readPictureSize(upload.contentType, size, read)
  if (!picture) throw new Refusal('file_kind_refused')
  if (hasTooManyPixels(picture)) throw new Refusal('picture_too_large')
}
