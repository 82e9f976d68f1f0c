import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { guide } from './build/guide.ts'

const page = {
  environment: 'jsdom' as const,
  setupFiles: ['vitest.setup.ts', 'web/testing/setup.ts'],
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: 30_000,
  // As in the setup file: one second is too short on a busy machine.
  expect: { poll: { timeout: 15_000 } },
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
          setupFiles: ['vitest.setup.ts'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'server/**/*.test.tsx', 'demo/**/*.test.ts', 'scripts/**/*.test.ts', 'build/**/*.test.ts'],
          // These need or start servers, or take long: npm run test:services.
          exclude: [...configDefaults.exclude, '**/*.services.test.ts'],
          environment: 'node',
          setupFiles: ['vitest.setup.ts'],
          // Not isolated: these modules keep no state between tests, and loading them again for each file would double the time.
          isolate: false,
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
      {
        plugins: [react(), guide()],
        test: {
          ...page,
          name: 'page',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx', 'build/**/*.test.tsx'],
          exclude: [...configDefaults.exclude, 'web/api/**'],
          // One jsdom window and one copy of the modules for all files of a worker: four times as fast. The setup file resets state after
          // each test.
          isolate: false,
        },
      },
      {
        plugins: [react()],
        // Session, live stream and loading state are module state, so each of these files gets its own copy of the modules.
        test: { ...page, name: 'page api', include: ['web/api/**/*.test.ts', 'web/api/**/*.test.tsx'] },
      },
    ],
  },
})
