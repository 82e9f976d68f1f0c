// Finds a Chromium for the browser tests; as root on Debian it installs one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail } from './prepare.mjs'

const known = [
  process.env.CHROME_PATH,
  // The same browser without windows, which takes the journeys two thirds of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const find = () => known.find((file) => file && existsSync(file))

export function ensureChromium() {
  const found = find()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests (once) …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (!find())
        spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { stdio: ['ignore', 'ignore', 'inherit'], env })
    }
  }
  return find() ?? fail('The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROME_PATH to its program.')
}
