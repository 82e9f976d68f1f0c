import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rules',
          include: ['domain/**/*.test.ts', 'contract/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'server/**/*.test.tsx', 'scripts/**/*.test.ts'],
          // Those need servers of other makers: npm run test:services.
          exclude: [...configDefaults.exclude, '**/*.services.test.ts'],
          environment: 'node',
          // Nothing of ours keeps state in modules that a test could leave behind, and loading them for every file takes as long as the tests.
          isolate: false,
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['web/testing/setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
})
