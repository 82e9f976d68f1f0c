import { defineConfig } from 'vitest/config'

/**
 * Tests against real external servers, which `npm run test:services` starts, tests that start and stop servers themselves, and those of
 * operation that take long: the demonstration, backups, migrations, upgrades.
 */
export default defineConfig({
  test: {
    name: 'services',
    include: ['{server,demo,scripts}/**/*.services.test.ts'],
    environment: 'node',
    setupFiles: ['vitest.setup.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
})
