import { expect } from 'vitest'
import { test } from '#server/testing/test-app.ts'

test('everyone can read the public configuration and nothing else', async ({ testApp }) => {
  const answer = await testApp.call(null, 'GET', '/api/public/config')
  expect(answer.status).toBe(200)
  const { mapTileUrl, supportEmail, noticeSeconds } = testApp.services.settings
  expect(answer.data()).toEqual({ mapTileUrl, supportEmail, isDemo: testApp.services.settings.mode === 'demo', noticeSeconds })
})
