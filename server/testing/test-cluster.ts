import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/launch.ts'
import { projectRoot } from '#server/root.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { type Seed, seedInto } from './seed.ts'

const secret = 'a secret for proofs alone, long enough to be taken'
const accessTokenSeconds = 86_400

export const clusterKeys = deriveKeys(secret)

export type ApiProcess = {
  readonly url: string
  readonly pid: number
  /** Everything it has written to stdout and stderr. */
  said(): string
  /** Resolves with the exit code; null if a signal ended it. */
  kill(signal: NodeJS.Signals): Promise<number | null>
}

/** The product as in production: a PostgreSQL that syncs to disk, and any number of API processes. */
export type TestCluster = {
  readonly db: Database
  readonly seed: Seed
  readonly databaseUrl: string
  startApi(env?: Readonly<Record<string, string>>): Promise<ApiProcess>
  /** Simulates a power failure: kills PostgreSQL. */
  killDatabase(): Promise<void>
  /** Starts PostgreSQL again on the same port. */
  startDatabase(): Promise<void>
  close(): Promise<void>
}

type Options = {
  readonly poolSize?: number
  /** The built product; without it, the sources are bundled first. */
  readonly program?: string
  /** Of PostgreSQL. */
  readonly settings?: Readonly<Record<string, string>>
}

export async function startTestCluster(options: Options = {}): Promise<TestCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-proof-'))
  const bundled = options.program === undefined ? await bundleServer() : undefined
  const program = options.program ?? `${bundled}/main.js`
  const settings = { max_connections: '200', ...options.settings }
  let postgres = await startEmbeddedPostgres({ folder, settings })
  const children = new Set<ChildProcess>()

  const startApi: TestCluster['startApi'] = async (env = {}) => {
    const child = spawn(process.execPath, [program], {
      cwd: projectRoot(),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATABASE_URL: postgres.url,
        DATABASE_POOL: String(options.poolSize ?? 10),
        HOST: '127.0.0.1',
        PORT: '0',
        PUBLIC_URL: 'http://localhost',
        JWT_SECRET: secret,
        DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
        TRUST_PROXY: 'off',
        ACCESS_TOKEN_SECONDS: String(accessTokenSeconds),
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAP_TILE_URL: 'off',
        LOG_LEVEL: 'silent',
        ARCSTEAD_DATA: folder,
        ...env,
      },
    })
    children.add(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.stderr.pipe(process.stderr)
    const ended = once(child, 'exit').then(([code]: (number | null)[]) => {
      children.delete(child)
      return code ?? null
    })
    const url = await readAddress(child)
    return {
      url,
      pid: child.pid ?? 0,
      said: () => said,
      kill: (signal) => {
        child.kill(signal)
        return ended
      },
    }
  }

  // The first process migrates; afterwards the database can be used directly.
  const first = await startApi()
  await first.kill('SIGTERM')
  const { db, close } = connect(postgres.url, { max: 4 })
  return {
    db,
    databaseUrl: postgres.url,
    seed: seedInto(db, { keys: clusterKeys, accessTokenSeconds }),
    startApi,
    killDatabase: async () => {
      process.kill(postgres.pid, 'SIGKILL')
      // Only clears the reference: the process is already dead.
      await postgres.stop()
    },
    startDatabase: async () => {
      postgres = await startEmbeddedPostgres({ folder, settings: { ...settings, port: String(postgres.port) } })
    },
    close: async () => {
      await Promise.all([...children].map((child) => (child.kill('SIGKILL') ? once(child, 'exit') : undefined)))
      await close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
      if (bundled) await rm(bundled, { recursive: true, force: true })
    },
  }
}

/** `main.js` in a new folder, which the caller deletes. Below node_modules, so that Node resolves the packages. */
export async function bundleServer(): Promise<string> {
  const cache = path.join(projectRoot(), 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(path.join(cache, 'proof-'))
  await build({
    absWorkingDir: projectRoot(),
    entryPoints: { main: 'server/main.ts' },
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    logLevel: 'warning',
  })
  return folder
}

async function readAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the API has no standard output')
  for await (const line of createInterface(child.stdout)) {
    const address = /ready at (http:[^\s"]+)/.exec(line)?.[1]
    if (!address) continue
    child.stdout.resume()
    return address
  }
  throw new Error('the API ended before it was ready')
}
