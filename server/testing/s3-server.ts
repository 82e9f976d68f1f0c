import { randomBytes } from 'node:crypto'

/** Settings for the S3 server of `npm run test:services`, with a fresh bucket. */
export async function freshBucket(): Promise<Readonly<Record<string, string>>> {
  const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env
  if (!S3_ENDPOINT || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) throw new Error('No S3 server to test against: run npm run test:services')
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
  const bucket = `arcstead-${randomBytes(6).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_BUCKET: bucket }
}
