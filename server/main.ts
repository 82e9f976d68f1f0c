import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { loadDemo } from '#demo/load-demo.ts'
import { loginLines } from '#demo/logins.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { explain } from './commands/failure.ts'
import { processLog } from './process-log.ts'
import { projectRoot } from './root.ts'
import { type Running, serve } from './serve.ts'
import { productionReason, readSettings } from './settings.ts'

const root = projectRoot()
const log = processLog(productionReason(process.env) !== null)
const giveUp = new AbortController()

async function main(): Promise<void> {
  const settings = readSettings(process.env, root)
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const starting = serve(settings, root, version, {
    log: log.info,
    signal: giveUp.signal,
    loadDemo: async (target) => (await loadDemo(target)) !== 'other_data',
  })
  stopOnSignals(starting)
  const running = await starting
  log.info(`Arcstead is ready at ${settings.mode === 'demo' ? settings.publicUrl : running.url}`)
  if (settings.productionBecause) log.info(`Demo accounts and /dev/mailbox are off: ${settings.productionBecause}.`)
  if (running.isDemo) log.info(loginLines().join('\n'))
}

/** Also before the product is ready: an early signal must not leave the embedded database running. */
function stopOnSignals(starting: Promise<Running>): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    // A shutdown that hangs ends after ten seconds.
    setTimeout(() => process.exit(1), 10_000).unref()
    giveUp.abort()
    const running = await starting
    await running.stop()
    process.exit(0)
  }
  const stopOrFail = () => void stop().catch(fail)
  process.on('SIGTERM', stopOrFail)
  process.on('SIGINT', stopOrFail)
}

function fail(error: unknown): void {
  // Starting ended because the process was told to stop.
  if (giveUp.signal.aborted && error instanceof Error && error.name === 'AbortError') process.exit(0)
  log.error(`Arcstead cannot start: ${explain(error)}`)
  process.exit(1)
}

process.on('uncaughtException', (error) => {
  log.error(explain(error))
  process.exit(1)
})

// Background work may meet an unavailable database and retries by itself; that must not end the process.
process.on('unhandledRejection', (error) => {
  if (!isDatabaseAway(error)) throw error
  log.error(`The database is away: ${(error as Error).message}`)
})

main().catch(fail)
