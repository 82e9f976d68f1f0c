import { defineConfig } from 'vitest/config'

/** Tests against real external servers, which `npm run test:services` starts, and tests that start and stop servers themselves. */
export default defineConfig({
  test: {
    name: 'services',
    include: ['server/**/*.services.test.ts', 'scripts/**/*.services.test.ts'],
    environment: 'node',
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
