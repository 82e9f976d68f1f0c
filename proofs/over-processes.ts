import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { authHeaders } from '#server/testing/auth-headers.ts'
import type { ApiUnderTest } from '#server/testing/test-app.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { describedPassing, hasNginx, startNginx } from './nginx.ts'

/** A call to one process, as tests call the app. */
export const callOf =
  (url: string): ApiUnderTest['call'] =>
  async (caller, method, path, body, headers = {}) => {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        ...(caller ? authHeaders(caller.token) : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text, body: json, data: () => json.data }
  }

/** The API of several processes on one database: each call goes to the next one. */
export function overProcesses({ db, seed }: TestCluster, apis: readonly ApiProcess[]): ApiUnderTest {
  let turn = 0
  return { db, seed, call: (...request) => callOf(apis[turn++ % apis.length]?.url ?? '')(...request) }
}

export type TwoProcesses = {
  readonly cluster: TestCluster
  readonly apis: readonly ApiProcess[]
  /** Each call goes to the next process. */
  readonly api: ApiUnderTest
  /** The address of nginx, which lets the processes take turns; of the first process if there is no nginx. */
  readonly url: string
  readonly call: ApiUnderTest['call']
  close(): Promise<void>
}

/** Two API processes on one database, behind nginx as docs/operations.md describes it. */
export async function startTwoProcesses(): Promise<TwoProcesses> {
  const cluster = await startTestCluster()
  const apis = await Promise.all([cluster.startApi({ TRUST_PROXY: '127.0.0.1' }), cluster.startApi({ TRUST_PROXY: '127.0.0.1' })])
  const targets = apis.map(({ url }) => url)
  const nginx = hasNginx ? await startNginx([{ targets, passing: describedPassing }]) : null
  const url = nginx?.urls[0] ?? targets[0] ?? ''
  return {
    cluster,
    apis,
    api: overProcesses(cluster, apis),
    url,
    call: callOf(url),
    close: async () => {
      await nginx?.stop()
      await cluster.close()
    },
  }
}

/** Queues the job that closes votes so many times at once, for the workers of all processes. */
export const queueClosing = (db: Database, times: number) =>
  sql`select graphile_worker.add_job('close-votes', priority := -1) from generate_series(1, ${times})`.execute(db)

/** Runs the job that closes votes in all processes at once, and waits for it. Mails, which nobody takes here, are dropped. */
export async function closeInAllProcesses(db: Database): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where task_identifier = 'send-mail' and locked_at is null))`.execute(db)
  await queueClosing(db, 4)
  for (;;) {
    const { rows } = await sql<{ last_error: string | null }>`
      select last_error from graphile_worker.jobs where task_identifier = 'close-votes'`.execute(db)
    if (rows.length === 0) return
    const failed = rows.find(({ last_error }) => last_error !== null)
    if (failed) throw new Error(`the job that closes votes failed: ${failed.last_error}`)
    await sleep(10)
  }
}
