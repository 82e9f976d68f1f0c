import { startServer } from './server.ts'

/** One demo server for all journeys; the function it answers with is Playwright's teardown. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startServer()
  process.env.ARCSTEAD_E2E_URL = server.url
  return server.stop
}
