import { defineConfig } from 'vitest/config'

/** The long-running proofs, one after the other: `npm run prove`. */
export default defineConfig({
  test: {
    name: 'proofs',
    include: ['proofs/*.proof.ts'],
    environment: 'node',
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 4 * 3_600_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
})
