// What every command needs first: the packages of package-lock.json, and a build that is newer than the sources.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

export function fail(line) {
  console.error(line)
  process.exit(1)
}

/** Runs a program; exits with its code when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (result.error) fail(`${command} could not be started: ${result.error.message}`)
  if (result.status !== 0) process.exit(result.status ?? 1)
}

export const bin = (name) => path.join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name)

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Installs the exact packages of the lock file, unless they are installed already. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) fail(`Arcstead needs Node 20.19 or newer; this is ${process.versions.node}.`)
  const stamp = path.join(root, 'node_modules/.arcstead-installed')
  const wanted = hashOf(['package-lock.json'])
  if (read(stamp) === wanted) return
  console.log('Installing packages (once) …')
  // Not npm ci, which deletes every package first.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], { shell: process.platform === 'win32' })
  writeFileSync(stamp, wanted)
}

function filesUnder(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesUnder(file) : [file]
  })
}

/** Every file that the build reads. All configurations of the root, because one imports the other. */
export function buildInputs() {
  const configurations = readdirSync(root).filter((name) => /\.config\.ts$|^tsconfig.*\.json$/.test(name))
  return ['domain', 'contract', 'server', 'demo', 'web', 'build', 'docs/guide']
    .flatMap(filesUnder)
    .filter((file) => !/\.test\.tsx?$|^demo\/pictures\//.test(file))
    .concat(configurations, 'scripts/build.mjs', 'scripts/prepare.mjs', 'package.json', 'package-lock.json')
    .sort()
}

/** Builds page and server, unless the last build was made from the same sources. */
export function build() {
  const wanted = hashOf(buildInputs())
  const stamp = path.join(root, 'dist/.sources')
  if (read(stamp) === wanted) return
  console.log('Building …')
  run(process.execPath, ['scripts/build.mjs'])
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

export const isFile = (file) => existsSync(file) && statSync(file).isFile()
