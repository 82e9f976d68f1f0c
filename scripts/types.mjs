// npm run types: writes server/db/schema.generated.ts from a migrated database.
//   node scripts/types.mjs [--print] [DATABASE_URL]     without an address: the embedded database, migrated in a temporary folder
import { spawnSync } from 'node:child_process'
import { bin, fail, install, root } from './prepare.mjs'

const args = process.argv.slice(2)
const isPrinting = args.includes('--print')
const url = args.find((arg) => arg.startsWith('postgres'))

if (!url) {
  install()
  const { status } = spawnSync(bin('tsx'), ['server/db/types-database.ts'], { cwd: root, stdio: 'inherit' })
  process.exit(status ?? 1)
}
const options = ['--dialect', 'postgres', '--url', url, '--type-mapping', '{"int8":"number","date":"string"}', '--log-level', 'error']
options.push('--include-pattern', 'public.*', '--exclude-pattern', 'schema_migrations')
options.push(...(isPrinting ? ['--print'] : ['--out-file', 'server/db/schema.generated.ts']))
const result = spawnSync(bin('kysely-codegen'), options, { cwd: root, encoding: 'utf8' })
if (result.status !== 0) fail(result.stderr || result.stdout)
process.stdout.write(isPrinting ? result.stdout : 'Wrote server/db/schema.generated.ts\n')
