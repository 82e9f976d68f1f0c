import type pg from 'pg'

/** The class id of the advisory locks that mark live workers. */
const kind = 74_210_552

/** PostgreSQL releases this lock when the process dies, because its connection closes. */
export async function markWorkerAlive(client: pg.ClientBase, workerId: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [kind, workerId])
}

/**
 * A killed process leaves its jobs locked, and the queue would only retry them after four hours. A password mail cannot wait that long, so
 * jobs of workers without a live lock are unlocked. Recent job locks are left alone: their worker may not have taken its live lock yet.
 */
export async function freeJobsOfDeadWorkers(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(id))
     from (select distinct locked_by as id from graphile_worker._private_jobs where locked_at < now() - interval '10 seconds') holders
     where pg_try_advisory_xact_lock($1, hashtext(id))
     having count(*) > 0`,
    [kind],
  )
}
