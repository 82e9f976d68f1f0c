import { GetBucketCorsCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshBucket } from '#server/testing/s3-server.ts'
import type { Person } from '#server/testing/seed.ts'
import { type StoreTestApp, startStoreTestApp } from '#server/testing/store-suite.ts'

let testApp: StoreTestApp
let maya: Person
let client: S3Client
let Bucket: string
beforeAll(async () => {
  const env = await freshBucket()
  testApp = await startStoreTestApp({ ...env, PORT: '3000' })
  maya = await testApp.seed.investor()
  Bucket = env.S3_BUCKET ?? ''
  client = new S3Client({
    endpoint: env.S3_ENDPOINT ?? '',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID ?? '', secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '' },
  })
})
afterAll(async () => {
  client.destroy()
  await testApp.close()
})

/** Sends the CORS preflight of an upload from this origin. */
async function askFrom(origin: string): Promise<string | null> {
  const { signedPostUrl } = await testApp.begin(maya, 'a.png', 'image/png')
  const answer = await fetch(signedPostUrl, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
  })
  return answer.status === 200 ? answer.headers.get('access-control-allow-origin') : null
}

test('the bucket accepts uploads from our page only and keeps other CORS rules', async () => {
  const [page, other] = ['http://localhost:3000', 'https://other.example']
  expect(await askFrom(page)).toBeNull()
  const others = { ID: 'theirs', AllowedOrigins: [other], AllowedMethods: ['GET'] }
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [others] } }))

  const rules = async () => (await client.send(new GetBucketCorsCommand({ Bucket }))).CORSRules?.map((rule) => rule.ID).sort()
  for (let start = 1; start <= 2; start++) {
    await sql`select graphile_worker.add_job('allow-uploads')`.execute(testApp.db)
    await testApp.runJobs()
    expect(await rules()).toEqual(['arcstead', 'theirs'])
  }
  expect(await askFrom(page)).toBe(page)
  expect(await askFrom('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000')
  expect(await askFrom(other)).toBeNull()

  // After PUBLIC_URL changed, the rule changes too.
  if (testApp.services.files.kind === 's3') await testApp.services.files.allowUploadsFrom(['https://arcstead.example'])
  expect([await askFrom('https://arcstead.example'), await askFrom(page)]).toEqual(['https://arcstead.example', null])
})
