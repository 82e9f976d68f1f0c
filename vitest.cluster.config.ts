import { defineConfig } from 'vitest/config'

/** Proofs that need a whole installation; `npm run prove:cluster` starts one. */
export default defineConfig({
  test: { name: 'cluster', include: ['proofs/*.cluster.ts'], environment: 'node', testTimeout: 1_200_000, hookTimeout: 300_000 },
})
