import { expect } from 'vitest'
import { test } from '#server/testing/house.ts'

test('anyone may ask how the server is set up, and learns nothing else', async ({ house }) => {
  const answer = await house.call(null, 'GET', '/api/public/config')
  expect(answer.status).toBe(200)
  const { mapTileUrl, supportEmail, noticeSeconds } = house.means.settings
  expect(answer.data()).toEqual({ mapTileUrl, supportEmail, isDemo: house.means.settings.mode === 'demo', noticeSeconds })
})
