// External servers, started on this machine for the duration of a command: S3 (Ceph radosgw), Debian's PostgreSQL 15 with or without a
// replica, nginx. As root on Debian, missing packages are installed.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fail, root } from './prepare.mjs'

const isRoot = process.getuid?.() === 0
const postgresBin = '/usr/lib/postgresql/15/bin'
const programs = {
  radosgw: '/usr/bin/radosgw',
  'ceph-mon': '/usr/bin/ceph-mon',
  'ceph-osd': '/usr/bin/ceph-osd',
  'ceph-mgr': '/usr/bin/ceph-mgr',
  'ceph-common': '/usr/bin/ceph',
  curl: '/usr/bin/curl',
  'postgresql-15': `${postgresBin}/postgres`,
  nginx: '/usr/sbin/nginx',
  pgbouncer: '/usr/sbin/pgbouncer',
  hledger: '/usr/bin/hledger',
  debootstrap: '/usr/sbin/debootstrap',
  'libnginx-mod-stream': '/usr/lib/nginx/modules/ngx_stream_module.so',
}
export const s3Packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-mgr', 'ceph-common', 'curl']

export function ensurePackages(names) {
  const missing = () => names.filter((name) => !existsSync(programs[name]))
  if (missing().length === 0) return
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing().join(', ')} (once) …`)
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], quiet)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing()], quiet)
  }
  if (missing().length > 0) fail(`This needs ${missing().join(', ')}. As root on Debian: apt-get install ${missing().join(' ')}`)
}

/** Below the ephemeral port range: an outgoing connection could take a port there between the check and its use. */
export async function freePort() {
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
/** Runs a program to its end and returns its exit code. */
export function start(command, args, options = {}) {
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

const undo = []
let scratch = ''
let stopping
/** Runs once, whether the command ends or a signal interrupts it. */
export function stopServices() {
  stopping ??= (async () => {
    for (const child of running) child.kill('SIGTERM')
    await Promise.all(undo.map((step) => step()))
    if (scratch) rmSync(scratch, { recursive: true, force: true })
  })()
  return stopping
}
export const isStopping = () => stopping !== undefined
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopServices().finally(() => process.exit(1)))

/** A temporary folder for everything that is started; deleted at the end. */
export function openScratch() {
  scratch = mkdtempSync(path.join(tmpdir(), 'arcstead-services-'))
  chmodSync(scratch, 0o711)
  return scratch
}

export async function startS3(folder) {
  const [gateway, mon] = [await freePort(), await freePort()]
  const env = { ...process.env, CEPH_DIR: folder, RGW_PORT: String(gateway), MON_PORT: String(mon) }
  undo.push(async () => {
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pid')) : []
    await Promise.all(files.map((name) => end(Number(readFileSync(path.join(folder, name), 'utf8')))))
  })
  if ((await start('bash', ['scripts/radosgw-up.sh'], { env })) !== 0)
    throw new Error('Without an S3 server there is nothing to test against')
  return { S3_ENDPOINT: `http://127.0.0.1:${gateway}`, S3_ACCESS_KEY_ID: 'testkey', S3_SECRET_ACCESS_KEY: 'testsecret' }
}

/** PostgreSQL refuses to run as root, so root runs it as the postgres user. */
function postgresUser() {
  if (!isRoot) return {}
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout))
  return { uid, gid }
}

/** `make` fills the data folder: with initdb, or from a primary. */
async function runPostgres(folder, settings, make) {
  const user = postgresUser()
  const port = await freePort()
  const data = path.join(folder, 'data')
  const options = { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const control = (...args) => start(`${postgresBin}/pg_ctl`, ['-D', data, '-w', ...args], options)
  mkdirSync(folder)
  if (isRoot) chownSync(folder, user.uid, user.gid)
  undo.push(async () => existsSync(path.join(data, 'postmaster.pid')) && control('-m', 'immediate', 'stop'))
  const shown = Object.entries({ port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, max_connections: 200, ...settings })
  const flags = shown.map(([name, value]) => `-c ${name}=${value}`).join(' ')
  if ((await make(data, options)) !== 0 || (await control('-l', `${folder}/log`, '-o', flags, 'start')) !== 0)
    throw new Error('PostgreSQL 15 did not start')
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, data, program: `${postgresBin}/pg_ctl` }
}

export const startPostgres = (folder, settings = {}) =>
  runPostgres(folder, settings, (data, options) =>
    start(`${postgresBin}/initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'], options),
  )

export const startReplica = (folder, primary) =>
  runPostgres(folder, {}, (data, options) =>
    start(`${postgresBin}/pg_basebackup`, ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '-d', primary.url], options),
  )

export async function startNginx(folder, config) {
  mkdirSync(folder)
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(file, config)
  const args = ['-c', file, '-p', folder, '-e', path.join(folder, 'error.log')]
  undo.push(() => start('/usr/sbin/nginx', [...args, '-s', 'stop'], { stdio: 'ignore' }))
  if ((await start('/usr/sbin/nginx', args)) !== 0) throw new Error('nginx did not start')
}
