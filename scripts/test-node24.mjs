// npm run test:node24: the tests of rules and server under Node 24, which is fetched from npm once. All other commands run under the Node that
// started them.
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

export const rulesAndServer = ['run', '--project', 'rules', '--project', 'server']
export const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  install()
  run(ensureNode24(), [vitest, ...rulesAndServer])
}
