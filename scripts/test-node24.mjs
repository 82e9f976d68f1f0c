// npm run test:node24: the rules and a part of the server's tests under Node 24, which is fetched from npm once. All other commands run under
// the Node that started them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { fail, install, root, run } from './prepare.mjs'

const version = '24.21.0'
const platform = process.platform === 'win32' ? 'win' : process.platform
const name = `node-${platform}-${process.arch}`
const folder = path.join(root, 'node_modules/.cache/node24')
const program = path.join(folder, 'node_modules', name, 'bin', platform === 'win' ? 'node.exe' : 'node')

const versionOf = (node) => (existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim() : '')

/** Path of Node 24. The package of one's platform contains it; the package `node` would need an install script. */
export function ensureNode24() {
  if (versionOf(program) === `v${version}`) return program
  run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`], {
    shell: platform === 'win',
  })
  return versionOf(program) === `v${version}` ? program : fail(`${name}@${version} has no Node ${version}.`)
}

/** What meets Node itself: processes, database, HTTP, streams, pictures, mails, passwords, files. */
const serverTests = [
  'server/main.test.ts',
  'server/db/',
  'server/http/',
  'server/mail/',
  'server/features/accounts/',
  'server/features/files/',
  'server/features/share-page/',
  'server/features/stream/',
]
export const node24Steps = [
  ['run', '--project', 'rules'],
  ['run', '--project', 'server', ...serverTests],
]
export const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  install()
  const node = ensureNode24()
  for (const args of node24Steps) run(node, [vitest, ...args])
}
