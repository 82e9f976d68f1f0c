import startJourneyServer from './global-setup.ts'
import { startServer } from './server.ts'

/**
 * Starts one more demo server: its data stay as they are, because new data would change what the layout check measures. Where the URL of a
 * server is given, only journeys run.
 */
export default async function screensSetup(): Promise<() => Promise<void>> {
  if (process.env.ARCSTEAD_E2E_URL) return async () => {}
  const [stop, untouched] = await Promise.all([startJourneyServer(), startServer()])
  process.env.ARCSTEAD_UNTOUCHED_URL = untouched.url
  return async () => {
    await Promise.all([stop(), untouched.stop()])
  }
}
