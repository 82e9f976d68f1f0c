import { existsSync } from 'node:fs'

const known = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser']

/** The system's Chromium; undefined lets Playwright use its own. Nothing is ever downloaded. */
export function chromiumPath(): string | undefined {
  const chosen = process.env.CHROME_PATH
  if (chosen && !existsSync(chosen)) throw new Error(`CHROME_PATH is "${chosen}", but there is no such program.`)
  return chosen || known.find((file) => existsSync(file))
}
