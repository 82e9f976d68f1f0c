import { Logger, run, runMigrations, type TaskList } from 'graphile-worker'
import type pg from 'pg'

/** Prepares the job queue's own tables. Runs after our migrations, before anything queues a job. */
export const prepareJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: quiet })

export type Worker = { stop(): Promise<void> }

type LogLine = (level: string, message: string) => void

export async function startWorker(pool: pg.Pool, tasks: TaskList, crontab: string, log: LogLine): Promise<Worker> {
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    crontab,
    concurrency: 4,
    // LISTEN tells of new jobs at once; polling only finds those whose time has come.
    pollInterval: 2_000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => log(level, message)),
  })
  return { stop: () => runner.stop() }
}

const quiet = new Logger(() => () => {})
