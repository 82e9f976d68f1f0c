import { defineConfig } from 'vitest/config'

/** Tests against real servers of the kinds we talk to; `npm run test:services` starts those. */
export default defineConfig({
  test: {
    name: 'services',
    include: ['server/**/*.services.test.ts'],
    environment: 'node',
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
