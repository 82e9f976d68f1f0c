// npm run test:screens: sweeps over all screens in a browser: layout, text of twice the size, layout shifts on a slow line, long names,
// colour schemes, and 100,000 circles or people.
import { ensureChromium } from './chromium.mjs'
import { bin, build, install, run } from './prepare.mjs'

install()
const CHROME_PATH = ensureChromium()
build()
run(bin('playwright'), ['test', '--config', 'playwright.screens.config.ts'], { env: { ...process.env, CHROME_PATH } })
