import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { projectRoot } from '#server/root.ts'
import { readSettings } from '#server/settings.ts'
import { CommandError, explain } from './failure.ts'
import { describeProof, proveLedger } from './prove-ledger.ts'
import { restoreBackup } from './restore-backup.ts'
import { withDatabase } from './with-database.ts'

function parseArguments(args: readonly string[]): { name: string; force: boolean } {
  const usage = 'Try: npm run restore -- arcstead-backup.tar.gz'
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: { force: { type: 'boolean' } }, allowPositionals: true })
    const [name, ...more] = positionals
    if (!name || more.length > 0) throw new CommandError(`From which file? ${usage}`)
    return { name, force: values.force ?? false }
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${(error as Error).message.split(/\.?\n|\. /)[0]}. ${usage}`)
  }
}

async function main(): Promise<void> {
  const { name, force } = parseArguments(process.argv.slice(2))
  const root = projectRoot()
  const settings = readSettings(process.env, root)
  const file = path.resolve(process.env.INIT_CWD ?? '.', name)
  const filesFolder = settings.s3 ? null : path.join(settings.dataFolder, 'files')
  await withDatabase(settings, root, async ({ url }) => {
    const order = { databaseUrl: url, filesFolder, file, migrations: path.join(root, 'server/db/migrations'), force }
    const restored = await restoreBackup(order)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const proof = await proveLedger(client).finally(() => client.end())
    const count = Object.values(restored.rows).reduce((sum, value) => sum + value, 0)
    console.log(
      [
        `Restored ${count.toLocaleString('en-US')} rows and ${restored.files.toLocaleString('en-US')} files from ${file}, as they were on ${restored.madeAt}.`,
        ...(restored.mailsWaiting > 0 ? [`${restored.mailsWaiting} mails that were waiting will be sent at the next start.`] : []),
        describeProof(proof),
        'Start Arcstead with npm start, or start it again if it is running.',
      ].join('\n'),
    )
    if (proof.disagreements.length > 0) process.exitCode = 1
  })
}

main().catch((error: unknown) => {
  console.error(explain(error))
  process.exitCode = 1
})
