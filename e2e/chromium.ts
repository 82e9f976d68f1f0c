import { existsSync } from 'node:fs'

const fullBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser']
const known = ['/usr/bin/chromium-headless-shell', ...fullBrowsers]

const findIn = (chosen: string | undefined, files: readonly string[]): string | undefined => {
  if (chosen && !existsSync(chosen)) throw new Error(`There is no browser at "${chosen}".`)
  return chosen || files.find((file) => existsSync(file))
}

/** The system's Chromium; undefined lets Playwright use its own. Nothing is ever downloaded. */
export const chromiumPath = (): string | undefined => findIn(process.env.CHROME_PATH, known)

const args = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const launchOf = (executablePath: string | undefined) => ({ ...(executablePath && { executablePath }), args })

export const launchOptions = launchOf(chromiumPath())

/** The full browser, as the headless shell denies notifications always. */
export const fullBrowserOptions = launchOf(findIn(process.env.FULL_CHROME_PATH, fullBrowsers) ?? chromiumPath())
