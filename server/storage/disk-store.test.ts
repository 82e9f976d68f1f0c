import { describeStore } from '#server/testing/store-suite.ts'

describeStore('disk', () => ({ RATE_LIMITS: 'off' }))
