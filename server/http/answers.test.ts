import { expect } from 'vitest'
import { failure } from '#contract/reply.ts'
import { test } from '#server/testing/house.ts'

for (const [what, path] of [
  ['cannot be decoded', 'public/location-search/%ff'],
  ['ends in a lone per cent sign', 'public/location-search/%'],
  ['is far too long', `public/circle/${'x'.repeat(3_000)}/owner`],
] as const)
  test(`an address that ${what} is refused like any other mistake, without repeating it`, async ({ house }) => {
    const answer = await house.call(null, 'POST', path)
    expect(answer.status).toBe(400)
    expect(failure.parse(answer.body)).toMatchObject({ status: 400, error: 'The request could not be read.' })
    expect(answer.text).not.toContain('public')
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })
