// npm run test:services: the tests that need servers of other makers. A real S3 (Ceph radosgw) and Debian's PostgreSQL 15 are
// started on this machine alone, then the file and mail tests run against the former, and all server tests against the latter.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureChromium } from './chromium.mjs'
import { bin, fail, install, root } from './prepare.mjs'

const postgres = '/usr/lib/postgresql/15/bin'
const needed = {
  radosgw: '/usr/bin/radosgw',
  'ceph-mon': '/usr/bin/ceph-mon',
  'ceph-osd': '/usr/bin/ceph-osd',
  'ceph-mgr': '/usr/bin/ceph-mgr',
  'ceph-common': '/usr/bin/ceph',
  curl: '/usr/bin/curl',
  'postgresql-15': `${postgres}/postgres`,
}
const missing = () => Object.keys(needed).filter((name) => !existsSync(needed[name]))
const isRoot = process.getuid?.() === 0

function ensurePackages() {
  if (missing().length === 0) return
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing().join(', ')} (once) …`)
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing()], quiet)
  }
  if (missing().length > 0) fail(`test:services needs ${missing().join(', ')}. As root on Debian: apt-get install ${missing().join(' ')}`)
}

/** Below the range from which outgoing connections take theirs: one of those may linger on a port that was free a moment ago. */
async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const isFree = await new Promise((resolve) => {
      const server = createServer().once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

const running = new Set()
function start(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    running.add(child)
    child.on('close', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
    child.on('error', () => resolve(1))
  })
}

const isAlive = (pid) => existsSync(`/proc/${pid}`)

async function end(pid) {
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    if (isAlive(pid)) process.kill(pid, signal)
    for (let tries = 0; tries < 50 && isAlive(pid); tries++) await wait(100)
  }
}

async function startS3(folder) {
  const [gateway, mon] = [await freePort(), await freePort()]
  const env = { ...process.env, CEPH_DIR: folder, RGW_PORT: String(gateway), MON_PORT: String(mon) }
  const stop = async () => {
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pid')) : []
    await Promise.all(files.map((name) => end(Number(readFileSync(path.join(folder, name), 'utf8')))))
  }
  undo.push(stop)
  if ((await start('bash', ['scripts/radosgw-up.sh'], { env })) !== 0)
    throw new Error('Without an S3 server there is nothing to test against')
  return { S3_ENDPOINT: `http://127.0.0.1:${gateway}`, S3_ACCESS_KEY_ID: 'testkey', S3_SECRET_ACCESS_KEY: 'testsecret' }
}

/** PostgreSQL refuses to be root, so root lends it to its own user. */
function postgresUser() {
  if (!isRoot) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout))
  return { uid, gid }
}

async function startPostgres(folder) {
  const user = postgresUser()
  const port = await freePort()
  mkdirSync(folder)
  if (isRoot) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const data = path.join(folder, 'data')
  const settings = `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off -c max_connections=200`
  undo.push(() => start(`${postgres}/pg_ctl`, ['-D', data, '-w', '-m', 'fast', 'stop'], options))
  const made = await start(`${postgres}/initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'], options)
  const started = made || (await start(`${postgres}/pg_ctl`, ['-D', data, '-w', '-l', `${folder}/log`, '-o', settings, 'start'], options))
  if (started !== 0) throw new Error('PostgreSQL 15 did not start')
  return { ARCSTEAD_TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` }
}

const undo = []
let folder = ''
let stopping
/** Once, whoever asks: the end of the tests, or a signal in the middle of them. */
function stopAll() {
  stopping ??= (async () => {
    for (const child of running) child.kill('SIGTERM')
    await Promise.all(undo.map((step) => step()))
    if (folder) rmSync(folder, { recursive: true, force: true })
  })()
  return stopping
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopAll().finally(() => process.exit(1)))

const began = Date.now()
const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`

install()
const CHROME_PATH = ensureChromium()
ensurePackages()
folder = mkdtempSync(path.join(tmpdir(), 'arcstead-services-'))
chmodSync(folder, 0o711)

const counts = { passed: 0, failed: 0 }
let isGreen = true
try {
  const s3 = await startS3(path.join(folder, 's3'))
  const database = await startPostgres(path.join(folder, 'postgres'))
  console.log(`S3 at ${s3.S3_ENDPOINT}, PostgreSQL 15 at ${database.ARCSTEAD_TEST_DATABASE_URL} (${seconds()})`)
  const env = { ...process.env, CHROME_PATH, ...s3, ...database }
  const steps = [
    ['services', ['--config', 'vitest.services.config.ts']],
    ['server on PostgreSQL 15', ['--project', 'server']],
  ]
  for (const [name, args] of steps) {
    if (stopping) break
    console.log(`\n── ${name} ──`)
    const report = path.join(folder, 'report.json')
    rmSync(report, { force: true })
    const code = await start(bin('vitest'), ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
      env,
    })
    const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
    counts.passed += result.numPassedTests ?? 0
    counts.failed += result.numFailedTests ?? 0
    isGreen &&= code === 0
  }
} catch (error) {
  console.error(error.message)
  isGreen = false
}
await stopAll()
console.log(`\ntest:services: ${counts.passed} passed, ${counts.failed} failed in ${seconds()}${isGreen ? '' : ' – not all is well'}`)
process.exit(isGreen ? 0 : 1)
