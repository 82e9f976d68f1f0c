// npm run test:screens: in a browser, each screen in detail, journeys on phones and of special cases, and sweeps over all screens: layout,
// text of twice the size, layout shifts on a slow line, long names, colour schemes, and 100,000 circles or people. Takes Playwright's options,
// such as -- -g "visitor".
import { ensureChromium, ensureFullChromium } from './chromium.mjs'
import { bin, build, install, run } from './prepare.mjs'

install()
const CHROME_PATH = ensureChromium()
const FULL_CHROME_PATH = ensureFullChromium()
build()
run(bin('playwright'), ['test', '--config', 'playwright.screens.config.ts', ...process.argv.slice(2)], {
  env: { ...process.env, CHROME_PATH, FULL_CHROME_PATH },
})
