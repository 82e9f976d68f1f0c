import { expect, test } from 'vitest'
import { startTestApp } from '#server/testing/test-app.ts'
import { s3Store } from './s3-store.ts'

const amazon = {
  endpoint: undefined,
  region: 'eu-west-1',
  bucket: 'circles',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  forcePathStyle: false,
}
const upload = { key: 'a.png-2026-01-01T00:00:00.000Z', contentType: 'image/png', size: 70 } as const

test('type and size are signed, and no checksum of the unknown body', async () => {
  const store = await s3Store(amazon)
  const query = new URL(await store.signPut(upload)).searchParams
  expect(query.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host')
  expect(query.get('X-Amz-Expires')).toBe('900')
  expect([...query.keys()].filter((name) => /checksum/i.test(name))).toEqual([])
  const open = new URL(await store.signPut({ ...upload, size: null })).searchParams
  expect(open.get('X-Amz-SignedHeaders')).toBe('content-type;host')
})

test('a download works for 15 minutes, and no copy is cached for longer', async () => {
  const query = new URL(await (await s3Store(amazon)).signGet(upload)).searchParams
  expect([query.get('X-Amz-Expires'), query.get('response-cache-control')]).toEqual(['900', 'private, max-age=900, immutable'])
})

test('the page’s content security policy contains the bucket’s origin, in both addressing styles', async () => {
  expect((await s3Store(amazon)).origins).toEqual(['https://circles.s3.eu-west-1.amazonaws.com'])
  const own = { ...amazon, endpoint: 'https://s3.example:9000' }
  expect((await s3Store({ ...own, forcePathStyle: true })).origins).toEqual(['https://s3.example:9000'])
  expect((await s3Store(own)).origins).toEqual(['https://circles.s3.example:9000'])
})

test('if the store is unavailable, only requests that need it fail', async () => {
  // Nothing ever listens on port 1.
  const away = { S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const testApp = await startTestApp(away)
  const maya = await testApp.seed.investor()
  const begun = await testApp.call(maya, 'POST', 'app/s3/get-signed-post-url/a.png/image%2Fpng', {})
  expect(begun.status).toBe(200)
  const { objectId } = begun.data<{ objectId: string }>()
  const refused = [
    await testApp.call(maya, 'GET', `app/s3/get-signed-url/${objectId}`),
    await testApp.call(maya, 'POST', 'app/profile', { profileImageKey: objectId }),
  ]
  for (const answer of refused) {
    expect([answer.status, answer.body.error]).toEqual([503, 'The file store cannot be reached. Please try again in a moment.'])
    expect(answer.headers['retry-after']).toBe('5')
  }
  expect((await testApp.call(maya, 'POST', 'app/profile', { firstName: 'Mia' })).status).toBe(200)
  expect((await testApp.call(null, 'GET', '/readyz')).status).toBe(200)
  expect((await testApp.call(null, 'GET', '/api/docs')).headers['content-security-policy']).toContain(
    "connect-src 'self' http://127.0.0.1:1;",
  )
  await testApp.close()
})
