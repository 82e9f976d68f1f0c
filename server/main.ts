import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDatabaseAway } from '#server/db/connect.ts'
import { loginLines } from './demo/logins.ts'
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

/** Before the product is ready too: a signal that comes earlier must not leave the embedded database running. */
function stopOnSignals(starting: Promise<Running>): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    // What hangs must not keep the process: after ten seconds it ends regardless.
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

// What runs beside requests may meet a database that is away, and tries again by itself; that must not end the process.
process.on('unhandledRejection', (error) => {
  if (!isDatabaseAway(error)) throw error
  console.error(`The database is away: ${(error as Error).message}`)
})

main().catch(fail)
