import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/chromium.ts'

/**
 * Journeys of people on the built product: real server, real database, real Chromium. Those on phones, and of special cases, are part of
 * `npm run test:screens`.
 */
export default defineConfig({
  testDir: 'e2e/journeys',
  grepInvert: /@phone|@special/,
  globalSetup: './e2e/global-setup.ts',
  // Two workers at most: each page needs a large part of a core.
  workers: 2,
  // Generous, for shared machines. On an idle machine no test takes more than a few seconds.
  timeout: 120_000,
  // Without intervals, what comes a moment after the third look is noticed a second later.
  expect: { timeout: 30_000, toPass: { intervals: [100] } },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    ...(process.env.ARCSTEAD_E2E_URL && { baseURL: process.env.ARCSTEAD_E2E_URL }),
    viewport: { width: 1280, height: 800 },
    // Each browser of a test would fetch the worker's files anew. The tests about the worker allow it.
    serviceWorkers: 'block',
    // A trace of every test would take a third more time. A screenshot is taken only on failure.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Tests about animations turn motion on themselves.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions,
  },
})
