import { defineConfig } from 'vitest/config'

/** The rules' own tests, as Stryker runs them again for each change of a rule. */
export default defineConfig({
  test: { include: ['domain/**/*.test.ts'], environment: 'node', isolate: false, testTimeout: 60_000 },
})
