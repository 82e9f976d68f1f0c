import { expect, test } from 'vitest'
import { mostMegabytes, uploadLimits } from '#domain/files.ts'
import { mostMegapixels } from '#domain/picture-size.ts'
import { editMinutes } from '#domain/thread.ts'
import { refusals } from './errors.ts'

test('sentences about a limit name the limit that is enforced', () => {
  expect(uploadLimits.bytes).toBe(mostMegabytes * 2 ** 20)
  expect(refusals.file_too_large.error).toBe(`Files may be at most ${mostMegabytes} MB.`)
  expect(refusals.picture_too_large.error).toContain(` ${mostMegapixels} megapixels`)
  expect(refusals.too_late_to_edit.error).toContain(` ${editMinutes} minutes `)
})
