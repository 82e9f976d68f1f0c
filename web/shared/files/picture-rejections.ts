import { refusals } from '#contract/errors.ts'
import { mostMegabytes } from '#domain/files.ts'

/** Messages of picture fields for files of the wrong type or size. */
export const pictureRejections = {
  type: 'This is not a JPEG, PNG, WebP, GIF or AVIF picture.',
  size: refusals.file_too_large.error,
  /** For several files at once. */
  either: `Please choose JPEG, PNG, WebP or GIF pictures of at most ${mostMegabytes} MB`,
}
