import { defineConfig } from '@playwright/test'
import { chromiumPath } from './e2e/chromium.ts'

const isRoot = process.getuid?.() === 0
const executablePath = chromiumPath()

/** Browser journeys on the built product: real server, real database, real Chromium. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // Two cores are common where this runs, and each page needs its share of one.
  workers: 2,
  // Patience for shared machines; on a free one no journey takes more than a few seconds.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    ...(process.env.ARCSTEAD_E2E_URL && { baseURL: process.env.ARCSTEAD_E2E_URL }),
    viewport: { width: 1280, height: 800 },
    // Recording every journey would take a third more time; a picture of the failed page costs nothing until then.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Journeys that are about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
