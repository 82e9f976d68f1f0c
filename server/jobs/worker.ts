import { EventEmitter } from 'node:events'
import { Logger, run, runMigrations, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { freeJobsOfDeadWorkers, markWorkerAlive } from './dead-workers.ts'

/** Creates the job queue's own tables. Runs after our migrations and before any job is queued. */
export const prepareJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: quiet })

type Worker = { stop(): Promise<void> }

type LogLine = (level: string, message: string) => void

export async function startWorker(pool: pg.Pool, tasks: TaskList, crontab: string, log: LogLine): Promise<Worker> {
  const warn = (error: Error) => log('warning', error.message)
  const events: WorkerEvents = new EventEmitter()
  // This event comes just before LISTEN is sent; 'drain' comes when LISTEN is done and the connection is idle again.
  events.on('pool:listen:success', ({ client, workerPool }) => {
    client.once('drain', () => markWorkerAlive(client, workerPool.id).catch(warn))
  })
  const runner = await run({
    events,
    pgPool: pool,
    taskList: tasks,
    crontab,
    concurrency: 4,
    // LISTEN reports new jobs at once; polling only finds scheduled and retried ones.
    pollInterval: 2_000,
    noHandleSignals: true,
    // Shutdown waits this long for running jobs, then aborts them.
    gracefulShutdownAbortTimeout: 3_000,
    logger: new Logger(() => (level, message) => log(level, message)),
  })
  const free = () => freeJobsOfDeadWorkers(pool).catch(warn)
  await free()
  const timer = setInterval(free, 15_000)
  return {
    stop: () => {
      clearInterval(timer)
      return runner.stop()
    },
  }
}

const quiet = new Logger(() => () => {})
