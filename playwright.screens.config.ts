import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Sweeps over all screens, with the browser of the journeys: `npm run test:screens`. */
export default defineConfig({
  ...journeys,
  testDir: 'e2e/screens',
  testIgnore: [],
  globalSetup: './e2e/screens/global-setup.ts',
})
