import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** With the browser of the journeys: `npm run test:screens`. */
export default defineConfig({
  ...journeys,
  testDir: 'e2e',
  grepInvert: [],
  globalSetup: './e2e/screens-setup.ts',
  projects: [
    { name: 'single screens', testMatch: 'screens/*.spec.ts' },
    { name: 'journeys on phones and of special cases', testMatch: 'journeys/*.spec.ts', grep: /@phone|@special/ },
    { name: 'sweeps over all screens', testMatch: 'sweeps/*.spec.ts' },
  ],
})
