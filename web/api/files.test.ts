import { expect, test } from 'vitest'
import { refusals } from '#contract/errors.ts'
import { errorOfAnswer } from './api-error.ts'
import { uploadRefusal } from './files.ts'

const answerOf = (code: keyof typeof refusals) => JSON.stringify({ status: refusals[code].status, code, error: refusals[code].error })

test('a refused picture shows the server’s sentence', () => {
  for (const code of ['picture_too_large', 'upload_quota', 'file_kind_refused'] as const) {
    expect(uploadRefusal(errorOfAnswer(refusals[code].status, 'Bad Request', answerOf(code)))).toBe(refusals[code].error)
  }
})

test('a failure of the file store is not a final refusal, so the upload can be retried', () => {
  const error = errorOfAnswer(503, 'Service Unavailable', '<html>')
  expect(error.message).toBe('Service Unavailable')
  expect(uploadRefusal(error)).toBeUndefined()
})
