import { startServer } from '../server.ts'

/** Starts two demo servers: the data of one stay as they are, because new data would change what the layout check measures. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const [server, untouched] = await Promise.all([startServer(), startServer()])
  process.env.ARCSTEAD_E2E_URL = server.url
  process.env.ARCSTEAD_UNTOUCHED_URL = untouched.url
  return async () => {
    await Promise.all([server.stop(), untouched.stop()])
  }
}
