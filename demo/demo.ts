import pg from 'pg'
import { CommandError, explain } from '#server/commands/failure.ts'
import { progressBar } from '#server/commands/progress-bar.ts'
import { describeProof, proveLedger } from '#server/commands/prove-ledger.ts'
import { withDatabase } from '#server/commands/with-database.ts'
import { readDataKeys } from '#server/read-data-keys.ts'
import { readSecret } from '#server/read-secret.ts'
import { projectRoot } from '#server/root.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { productionReason, readSettings } from '#server/settings.ts'
import { openFileStore } from '#server/storage/open-file-store.ts'
import { help, readWanted } from './demo-command.ts'
import { growDemo, NotADemo } from './grow-demo.ts'
import { loginLines } from './logins.ts'

async function main(): Promise<void> {
  const wanted = readWanted(process.argv.slice(2))
  if (wanted === 'help') return console.log(help)
  // Checked before the settings, because missing production settings don't matter here.
  if (productionReason(process.env)) throw new CommandError(refusal)
  const root = projectRoot()
  const settings = readSettings(process.env, root)
  const keys = deriveKeys(await readSecret(settings))
  const dataKeys = await readDataKeys(settings)
  const store = await openFileStore(settings, keys)
  await withDatabase(settings, root, async ({ url }) => {
    const onProgress = progressBar(process.stderr)
    await growDemo({ databaseUrl: url, store, root, keys, dataKeys, publicUrl: settings.publicUrl, onProgress }, wanted).catch(
      (error: unknown) => {
        throw error instanceof NotADemo ? new CommandError(`${error.message} Choose another folder with ARCSTEAD_DATA.`) : error
      },
    )
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const proof = await proveLedger(client).finally(() => client.end())
    console.log([describeProof(proof), 'npm start shows them.', ...loginLines()].join('\n'))
    if (proof.disagreements.length > 0) process.exitCode = 1
  })
}

const refusal =
  'Demo data is for the embedded database on this machine only, never for production: its accounts share a public password. Leave DATABASE_URL, HOST and PUBLIC_URL out.'

main().catch((error: unknown) => {
  console.error(explain(error))
  process.exitCode = 1
})
