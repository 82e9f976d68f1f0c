import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

const page = {
  environment: 'jsdom' as const,
  setupFiles: ['web/testing/setup.ts'],
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: 30_000,
}

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
          ...page,
          name: 'page',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          exclude: [...configDefaults.exclude, 'web/api/**'],
          // One window and one copy of the modules for all files of a worker: four times as fast. The setup puts things back after each test.
          isolate: false,
        },
      },
      {
        plugins: [react()],
        // Session, live stream and loading state live in modules, so each file gets its own copy of them.
        test: { ...page, name: 'page api', include: ['web/api/**/*.test.ts', 'web/api/**/*.test.tsx'] },
      },
    ],
  },
})
