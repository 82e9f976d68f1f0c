import { freshBucket } from './s3-testing.ts'
import { describeStore } from './store-suite.ts'

const bucket = await freshBucket()

describeStore('a real S3 server', () => ({ RATE_LIMITS: 'off', ...bucket }))
