import { describeStore } from './store-suite.ts'

describeStore('disk', () => ({ RATE_LIMITS: 'off' }))
