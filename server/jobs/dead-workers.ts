import type pg from 'pg'

/** Marks our advisory locks that tell of living workers, one each. */
const kind = 74_210_552

/** Whoever holds this lock is alive: the moment a process dies, PostgreSQL closes its connection and lets go of it. */
export async function showLife(client: pg.ClientBase, workerId: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [kind, workerId])
}

/**
 * A killed process leaves the jobs it was at locked, and the queue itself would let them rest for four hours.
 * A reset mail cannot wait that long, so they are handed on as soon as their worker shows no more life.
 * Younger locks are left alone: their worker may be about to show itself.
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
