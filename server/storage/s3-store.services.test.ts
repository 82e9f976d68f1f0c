import { freshBucket } from '#server/testing/s3-server.ts'
import { describeStore } from '#server/testing/store-suite.ts'

const bucket = await freshBucket()

describeStore('a real S3 server', () => ({ RATE_LIMITS: 'off', ...bucket }))
