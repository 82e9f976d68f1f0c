import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '#server/root.ts'
import { readSettings } from '#server/settings.ts'
import { createBackup } from './create-backup.ts'
import { CommandError, explain } from './failure.ts'
import { withDatabaseAddress } from './with-database-address.ts'

async function main(): Promise<string> {
  const [name, ...more] = process.argv.slice(2)
  if (!name || more.length > 0) throw new CommandError('Into which file? Try: npm run backup -- arcstead-backup.tar.gz')
  const root = projectRoot()
  const settings = readSettings(process.env, root)
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const file = path.resolve(process.env.INIT_CWD ?? '.', name)
  const filesFolder = settings.s3 ? null : path.join(settings.dataFolder, 'files')
  const { rows, files, bytes } = await withDatabaseAddress(settings, (databaseUrl) =>
    createBackup({ databaseUrl, filesFolder, file, version }),
  )
  const count = Object.values(rows).reduce((sum, value) => sum + value, 0)
  return [
    `Backed up ${count.toLocaleString('en-US')} rows of ${Object.keys(rows).length} tables and ${files.toLocaleString('en-US')} files into ${file} (${Math.ceil(bytes / 1024).toLocaleString('en-US')} kB).`,
    ...(settings.s3 ? ['The files are on S3 and not part of it: keep a copy of the bucket too.'] : []),
    `It holds personal data: keep it where only you can read it. npm run restore -- ${name} brings it back.`,
  ].join('\n')
}

main().then(
  (text) => console.log(text),
  (error: unknown) => {
    console.error(explain(error))
    process.exitCode = 1
  },
)
