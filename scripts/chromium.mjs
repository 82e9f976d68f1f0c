// Finds a Chromium for the browser tests; as root on Debian it installs one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail } from './prepare.mjs'

const fullBrowsers = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** Headless shell: runs the e2e tests in two thirds of the time. */
const headlessShell = '/usr/bin/chromium-headless-shell'

const findIn = (files) => files.find((file) => file && existsSync(file))

function ensure(files, packages) {
  const found = findIn(files)
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests (once) …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    for (const name of packages) {
      if (findIn(files)) break
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env,
      })
    }
  }
  return (
    findIn(files) ??
    fail('The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROME_PATH to its program.')
  )
}

export const ensureChromium = () =>
  ensure([process.env.CHROME_PATH, headlessShell, ...fullBrowsers], ['chromium-headless-shell', 'chromium'])

/** The full browser, with features that the headless shell lacks, such as the PDF viewer. */
export const ensureFullChromium = () => ensure(fullBrowsers, ['chromium'])
