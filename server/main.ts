import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { loginLines } from '#demo/logins.ts'
import { isDatabaseAway } from '#server/db/connect.ts'
import { projectRoot } from './root.ts'
import { type Running, serve } from './serve.ts'
import { readSettings, SettingsError } from './settings.ts'

const root = projectRoot()

async function main(): Promise<void> {
  const settings = readSettings(process.env, root)
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const starting = serve(settings, root, version)
  stopOnSignals(starting)
  const running = await starting
  console.log(`Arcstead is ready at ${settings.mode === 'demo' ? settings.publicUrl : running.url}`)
  if (settings.productionBecause) console.log(`Demo accounts and /dev/mailbox are off: ${settings.productionBecause}.`)
  if (running.isDemo) console.log(loginLines().join('\n'))
}

/** Also before the product is ready: an early signal must not leave the embedded database running. */
function stopOnSignals(starting: Promise<Running>): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    // A shutdown that hangs ends after ten seconds.
    setTimeout(() => process.exit(1), 10_000).unref()
    const running = await starting
    await running.stop()
    process.exit(0)
  }
  const stopOrFail = () => void stop().catch(fail)
  process.on('SIGTERM', stopOrFail)
  process.on('SIGINT', stopOrFail)
}

function fail(error: unknown): void {
  const isKnown = error instanceof SettingsError || (error instanceof Error && error.name === 'EmbeddedPostgresError')
  console.error(isKnown ? `Arcstead cannot start: ${error.message}` : error)
  process.exit(1)
}

// Background work may meet an unavailable database and retries by itself; that must not end the process.
process.on('unhandledRejection', (error) => {
  if (!isDatabaseAway(error)) throw error
  console.error(`The database is away: ${(error as Error).message}`)
})

main().catch(fail)
