import { describe, expect } from 'vitest'
import { productionEnv, startTestApp, test } from '#server/testing/test-app.ts'
import { strictHeaders } from './security-headers.ts'

describe('the strict headers', () => {
  for (const path of ['/', '/circle/unknown', '/api/public/config', '/api/auth/whoami', '/api/nowhere', '/assets/none.js', '/healthz'])
    test(`are on ${path}`, async ({ testApp }) => {
      const { headers } = await testApp.call(null, 'GET', path)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/script-src 'self';.*frame-ancestors 'none'/),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      expect(String(headers['content-security-policy'])).not.toMatch(/script-src[^;]*unsafe/)
    })

  test('include HSTS if the product is served over HTTPS', async ({ testApp }) => {
    expect((await testApp.call(null, 'GET', '/')).headers).not.toHaveProperty('strict-transport-security')
    const secure = await startTestApp(productionEnv)
    expect((await secure.call(null, 'GET', '/')).headers['strict-transport-security']).toMatch(/^max-age=31536000/)
    await secure.close()
  })

  test('allow the hosts of map tiles and files, and no other', () => {
    const policy = strictHeaders({ tiles: ['https://tiles.example'], files: ['https://files.example'], isHttps: true })[
      'content-security-policy'
    ]
    expect(policy?.match(/https?:\/\/\S+?(?=[ ;])/g)).toEqual(expect.arrayContaining(['https://tiles.example', 'https://files.example']))
    expect(new Set(policy?.match(/https?:\/\/[^\s;]+/g))).toEqual(new Set(['https://tiles.example', 'https://files.example']))
  })
})
