import { readDataKeys } from '#server/read-data-keys.ts'
import { projectRoot } from '#server/root.ts'
import { readSettings } from '#server/settings.ts'
import { help, parseArguments, runCommand } from './admin-command.ts'
import { explain } from './failure.ts'
import { withDatabase } from './with-database.ts'

async function main(): Promise<string> {
  const command = parseArguments(process.argv.slice(2))
  if (command.act === 'help') return help
  const root = projectRoot()
  const settings = readSettings(process.env, root)
  const { publicUrl, smtpUrl } = settings
  return withDatabase(settings, root, async ({ db }) =>
    runCommand(command, { db, publicUrl, sendsMail: smtpUrl !== undefined, dataKeys: await readDataKeys(settings) }),
  )
}

main().then(
  (text) => console.log(text),
  (error: unknown) => {
    console.error(explain(error))
    process.exitCode = 1
  },
)
