import path from 'node:path'
import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/launch.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadPlaces } from '#server/db/places/load-places.ts'
import type { Phase } from '#server/http/health.ts'
import { prepareJobs, startWorker } from '#server/jobs/worker.ts'
import { openMailTransport } from '#server/mail/mail-transport.ts'
import { readPushKeys } from '#server/push/push-keys.ts'
import { deriveKeys, type Keys } from '#server/sessions/keys.ts'
import { noRateLimits, rateLimiter } from '#server/shared/limits/rate-limits.ts'
import { openLiveFeed } from '#server/shared/live/live-feed.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import { openFileStore } from '#server/storage/open-file-store.ts'
import { buildApp } from './app.ts'
import { readDataKeys, requireDataKey } from './read-data-keys.ts'
import { readSecret } from './read-secret.ts'
import { refuseDemoAccounts } from './refuse-demo-accounts.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { buildTasks, crontab } from './tasks.ts'

export type Running = {
  readonly url: string
  readonly databaseUrl: string
  /** Whether demo accounts exist. */
  readonly isDemo: boolean
  stop(): Promise<void>
}

/** One connection for LISTEN, one per parallel job, and one spare. */
const jobConnections = 6

type OpenDatabase = { readonly url: string; readonly directUrl: string; readonly embedded: EmbeddedPostgres | null }

/** Opens the configured database, or starts the embedded one in the data folder. */
async function openDatabase({ databaseUrl, directUrl, dataFolder }: Settings): Promise<OpenDatabase> {
  if (databaseUrl && directUrl) return { url: databaseUrl, directUrl, embedded: null }
  const embedded = await startEmbeddedPostgres({ folder: path.join(dataFolder, 'postgres') })
  return { url: embedded.url, directUrl: embedded.url, embedded }
}

type DemoTarget = {
  readonly databaseUrl: string
  readonly store: FileStore
  readonly root: string
  readonly keys: Keys
  readonly dataKeys: DataKeys
  readonly publicUrl: string
}

type ServeOptions = {
  /** The demonstration, which the server does not know. Says whether demo accounts exist. */
  readonly loadDemo?: (target: DemoTarget) => Promise<boolean>
  readonly log?: (line: string) => void
  /** Gives up starting while another process migrates the database. */
  readonly signal?: AbortSignal
}

/** Starts every part in order of dependency; `stop` stops them in reverse. */
export async function serve(settings: Settings, root: string, version: string, options: ServeOptions = {}): Promise<Running> {
  const { url: databaseUrl, directUrl, embedded } = await openDatabase(settings)
  const undo: (() => Promise<void>)[] = [async () => embedded?.stop()]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    await migrate(directUrl, path.join(root, 'server/db/migrations'), options)
    const { db, close } = connect(databaseUrl, { max: settings.poolSize })
    undo.push(close)
    // A separate pool, so that jobs can run and be marked as done however many requests use the other one.
    const jobs = connect(directUrl, { max: jobConnections, patience: 30_000 })
    undo.push(jobs.close)
    await prepareJobs(jobs.pool)
    if (settings.mode === 'production') await refuseDemoAccounts(db)
    const phase: Phase = { current: 'starting' }
    const keys = deriveKeys(await readSecret(settings))
    const limiter = settings.withRateLimits ? rateLimiter : noRateLimits
    const mailTransport = openMailTransport(settings)
    undo.push(async () => mailTransport.close())
    const pushKeys = await readPushKeys(db, settings.vapidKeys)
    const dataKeys = await readDataKeys(settings)
    await requireDataKey(db, dataKeys)
    const files = await openFileStore(settings, keys)
    const live = await openLiveFeed(directUrl)
    undo.push(live.close)
    const services: Services = { db, keys, limiter, live, mailTransport, pushKeys, dataKeys, files, settings, phase, root, version }

    const app = await buildApp(services)
    undo.push(async () => app.close())
    const address = await app.listen({ host: settings.host, port: settings.port })
    await loadPlaces(directUrl, root)
    const target = { databaseUrl: directUrl, store: files, root, keys, dataKeys, publicUrl: settings.publicUrl }
    const isDemo = settings.withDemoData && ((await options.loadDemo?.(target)) ?? false)
    if (files.kind === 's3') await sql`select graphile_worker.add_job('allow-uploads', job_key := 'allow-uploads')`.execute(db)
    const worker = await startWorker(jobs.pool, buildTasks({ ...services, db: jobs.db }), crontab, (level, message) => {
      if (level === 'error' || level === 'warning') app.log.warn({ job: true }, message)
    })
    undo.push(worker.stop)
    undo.push(async () => {
      phase.current = 'stopping'
    })
    phase.current = 'ready'
    return { url: address, databaseUrl, isDemo, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
