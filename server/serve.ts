import path from 'node:path'
import { sql } from 'kysely'
import { loadDemo } from '#demo/load-demo.ts'
import { connect } from '#server/db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded/launch.ts'
import { migrate } from '#server/db/migrate.ts'
import { loadPlaces } from '#server/db/places/load-places.ts'
import type { Phase } from '#server/http/health.ts'
import { prepareJobs, startWorker } from '#server/jobs/worker.ts'
import { openMailTransport } from '#server/mail/mail-transport.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { noRateLimits, rateLimiter } from '#server/shared/limits/rate-limits.ts'
import { openLiveFeed } from '#server/shared/live/live-feed.ts'
import { openFileStore } from '#server/storage/open-file-store.ts'
import { buildApp } from './app.ts'
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

/** Opens the configured database, or starts the embedded one in the data folder. */
async function openDatabase(settings: Settings): Promise<{ url: string; embedded: EmbeddedPostgres | null }> {
  if (settings.databaseUrl) return { url: settings.databaseUrl, embedded: null }
  const embedded = await startEmbeddedPostgres({ folder: path.join(settings.dataFolder, 'postgres') })
  return { url: embedded.url, embedded }
}

/** Starts every part in order of dependency; `stop` stops them in reverse. */
export async function serve(settings: Settings, root: string, version: string): Promise<Running> {
  const { url: databaseUrl, embedded } = await openDatabase(settings)
  const undo: (() => Promise<void>)[] = [async () => embedded?.stop()]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    await migrate(databaseUrl, path.join(root, 'server/db/migrations'))
    const { db, pool, close } = connect(databaseUrl, { max: settings.poolSize })
    undo.push(close)
    if (settings.mode === 'production') await refuseDemoAccounts(db)
    await prepareJobs(pool)

    const phase: Phase = { current: 'starting' }
    const keys = deriveKeys(await readSecret(settings))
    const limiter = settings.withRateLimits ? rateLimiter : noRateLimits
    const mailTransport = openMailTransport(settings)
    undo.push(async () => mailTransport.close())
    const files = await openFileStore(settings, keys)
    const live = await openLiveFeed(databaseUrl)
    undo.push(live.close)
    const services: Services = { db, keys, limiter, live, mailTransport, files, settings, phase, root, version }

    const app = await buildApp(services)
    undo.push(async () => app.close())
    const address = await app.listen({ host: settings.host, port: settings.port })
    await loadPlaces(databaseUrl, root)
    const demo = { databaseUrl, store: files, root, keys, publicUrl: settings.publicUrl }
    const isDemo = settings.withDemoData && (await loadDemo(demo)) !== 'other_data'
    if (files.kind === 's3') await sql`select graphile_worker.add_job('allow-uploads', job_key := 'allow-uploads')`.execute(db)
    // A separate pool, so that jobs can run and be marked as done however many requests use the other one.
    const jobs = connect(databaseUrl, { max: jobConnections, patience: 30_000 })
    undo.push(jobs.close)
    const worker = await startWorker(jobs.pool, buildTasks({ ...services, db: jobs.db }), crontab, (level, message) => {
      if (level === 'error' || level === 'warning') app.log.warn({ job: true }, message)
    })
    undo.push(worker.stop)
    undo.push(async () => {
      phase.current = 'stopping'
    })
    await app.loadCircles()
    phase.current = 'ready'
    return { url: address, databaseUrl, isDemo, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
