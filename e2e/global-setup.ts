import { randomBytes } from 'node:crypto'
import { startServer } from './server.ts'

/** Starts one demo server for all journeys, unless a URL is given. The returned function is Playwright's teardown. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.ARCSTEAD_E2E_URL) return async () => {}
  // Also known to the tests, which create expired tokens instead of waiting.
  const secret = randomBytes(48).toString('base64')
  // Pushes go to a push service of the tests, on this machine.
  const server = await startServer({ JWT_SECRET: secret, PUSH_HOSTS: 'any' })
  process.env.ARCSTEAD_E2E_URL = server.url
  process.env.ARCSTEAD_PASSKEYS_URL = server.url.replace('127.0.0.1', 'localhost')
  process.env.ARCSTEAD_E2E_SECRET = secret
  process.env.ARCSTEAD_E2E_DATA = server.dataFolder
  return server.stop
}
