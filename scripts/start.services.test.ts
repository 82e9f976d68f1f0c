import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, run, startTimeOf, waitForEnd } from '#server/db/embedded/processes.ts'
import { projectRoot } from '#server/root.ts'
import { type Account, accounts } from '#server/testing/launcher.ts'

const root = projectRoot()
const patience = 100_000
let project = ''

/**
 * A copy of this project's package.json, scripts and sources that counts as installed and built. The real build stays untouched, because
 * other tests may be using it.
 */
beforeAll(async () => {
  await mkdir(path.join(root, 'node_modules/.cache'), { recursive: true })
  // Below node_modules, so that Node resolves this project's packages.
  project = await mkdtemp(path.join(root, 'node_modules/.cache/start-'))
  await chmod(project, 0o777)
  for (const folder of ['domain', 'contract', 'build', 'server', 'demo', 'web', 'docs'])
    await symlink(path.join(root, folder), path.join(project, folder))
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) await copyFile(path.join(root, file), path.join(project, file))
  for (const folder of ['scripts', 'dist', 'node_modules']) {
    await mkdir(path.join(project, folder))
    await chmod(path.join(project, folder), 0o777)
  }
  for (const file of ['start.mjs', 'prepare.mjs', 'stop-with-parent.mjs'])
    await copyFile(path.join(root, 'scripts', file), path.join(project, 'scripts', file))
  await writeFile(path.join(project, 'scripts/build.mjs'), '')
  const lock = await readFile(path.join(root, 'package-lock.json'))
  await writeFile(
    path.join(project, 'node_modules/.arcstead-installed'),
    createHash('sha256').update('package-lock.json').update('\0').update(lock).digest('hex'),
  )
  await build({
    absWorkingDir: root,
    entryPoints: { main: 'server/main.ts' },
    outdir: path.join(project, 'dist/server'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    logLevel: 'warning',
  })
})

/** Before the first start, because starts at the same time would all write the mark of the build. */
beforeAll(() => {
  run(process.execPath, ['-e', `import(${JSON.stringify(path.join(project, 'scripts/prepare.mjs'))}).then(({ build }) => build())`])
})

afterAll(() => rm(project, { recursive: true, force: true }))

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

type Started = { readonly npm: ChildProcess; readonly url: string; readonly folder: string; said(): string }

async function npmStart(account: Account): Promise<Started> {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-start-'))
  await chmod(folder, 0o755)
  if (account.ids.uid !== undefined && account.ids.gid !== undefined) await chown(folder, account.ids.uid, account.ids.gid)
  const url = `http://127.0.0.1:${await freePort()}`
  const npm = spawn('npm', ['start'], {
    ...account.ids,
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      PORT: new URL(url).port,
      ARCSTEAD_DATA: path.join(folder, 'data'),
      ARCSTEAD_DEMO: 'off',
    },
  })
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { npm, url, folder, said: () => said }
}

/** Polls until the answer is a success, for as long as npm runs. */
async function answers({ npm, url, said }: Started, address: string): Promise<void> {
  const deadline = Date.now() + patience
  for (;;) {
    const isFine = await fetch(`${url}${address}`).then(
      (response) => response.ok,
      () => false,
    )
    if (isFine) return
    if (npm.exitCode !== null || npm.signalCode !== null || Date.now() > deadline) throw new Error(`npm start did not answer. ${said()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** All descendants of a process, each with its start time, because a process id may be reused. */
function descendants(ancestor: number): Map<number, string> {
  const rows = run('ps', ['-A', '-o', 'pid=,ppid=']).split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number])
  const found = new Map<number, string>()
  const add = (parent: number) => {
    for (const [pid, of] of pairs) {
      if (of !== parent) continue
      found.set(pid, startTimeOf(pid) ?? '')
      add(pid)
    }
  }
  add(ancestor)
  return found
}

async function everythingEndsAfter(started: Started, signal: NodeJS.Signals): Promise<void> {
  const { npm, folder } = started
  const family = descendants(npm.pid ?? 0)
  try {
    const database = Number((await readFile(path.join(folder, 'data/postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
    expect(family.has(database)).toBe(true)
    npm.kill(signal)
    for (const [pid, birth] of family) expect(await waitForEnd(pid, birth, patience), `${pid}: ${started.said()}`).toBe(true)
    expect(await readdir(path.join(folder, 'data/postgres/data'))).not.toContain('postmaster.pid')
  } finally {
    for (const [pid, birth] of family) if (isAlive(pid, birth)) process.kill(pid, 'SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

// Two thirds of the time that they take one after the other.
const concurrently = { timeout: 3 * patience, concurrent: true }

/** Other users cannot enter a project in root's home folder. */
const canEnter = ({ ids }: Account) => spawnSync('test', ['-r', path.join(root, 'package.json')], ids).status === 0

for (const account of accounts.filter(canEnter))
  test(`SIGTERM to npm start, run by ${account.name}, stops the server and its database`, concurrently, async () => {
    const started = await npmStart(account)
    await answers(started, '/readyz')
    await everythingEndsAfter(started, 'SIGTERM')
  })

test('SIGTERM to npm start during startup leaves no process running', concurrently, async () => {
  const [account] = accounts
  if (!account) throw new Error('nobody to run it')
  const started = await npmStart(account)
  await answers(started, '/healthz')
  await everythingEndsAfter(started, 'SIGTERM')
})
