import { projectRoot } from '#server/root.ts'
import { readSettings } from '#server/settings.ts'
import { carryOut, help, readOrder } from './admin-command.ts'
import { explain } from './failure.ts'
import { withDatabase } from './with-database.ts'

async function main(): Promise<string> {
  const order = readOrder(process.argv.slice(2))
  if (order.act === 'help') return help
  const root = projectRoot()
  const settings = readSettings(process.env, root)
  const { publicUrl, smtpUrl } = settings
  return withDatabase(settings, root, ({ db }) => carryOut(order, { db, publicUrl, sendsMail: smtpUrl !== undefined }))
}

main().then(
  (told) => console.log(told),
  (error: unknown) => {
    console.error(explain(error))
    process.exitCode = 1
  },
)
