import { defineConfig } from 'vitest/config'

/** Tests against real external servers; `npm run test:services` starts them. */
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
