import { defineConfig } from 'vitest/config'

/** The long proofs of docs/promises.md, one after the other: each wants the machine for itself. */
export default defineConfig({
  test: {
    include: ['proofs/**/*.proof.ts'],
    environment: 'node',
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 3 * 60 * 60_000,
    hookTimeout: 10 * 60_000,
    fileParallelism: false,
    maxWorkers: 1,
    reporters: ['verbose'],
  },
})
