import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#server/db/connect.ts'
import { projectRoot } from '#server/root.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { freshBucket } from '#server/testing/s3-server.ts'
import { seedInto } from '#server/testing/seed.ts'
import { open, startSmtp } from '#server/testing/smtp.ts'

/** Values from scripts/prove-cluster.mjs, passed in the environment. */
export function requireEnv(name: string): string {
  const value = process.env[`CLUSTER_${name}`]
  if (!value) throw new Error('There is no cluster: run npm run prove:cluster')
  return value
}

const secret = 'a secret for the cluster alone, long enough to be taken'
const keys = deriveKeys(secret)

async function startApi(port: string, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [path.join(projectRoot(), 'dist/server/main.js')], {
    cwd: projectRoot(),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env.PATH, ...env, PORT: port },
  })
  for (let isReady = false; !isReady; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`the API at ${port} ended before it was ready`)
    isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  }
  return child
}

/** Mails received by the SMTP server, in the format that the journeys read. */
async function openMailbox(deliveries: Awaited<ReturnType<typeof startSmtp>>['deliveries']) {
  const server = createServer((_request, answer) => {
    const mails = deliveries.map(({ to, mail }) => ({ to: to[0], subject: mail.subject, text: mail.text })).reverse()
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(mails))
  })
  await once(server.listen(Number(requireEnv('MAILBOX_PORT')), '127.0.0.1'), 'listening')
  return server
}

/** Two API processes behind nginx, a primary with a synchronous replica, and S3 and SMTP servers of other vendors. */
export async function startCluster() {
  const url = requireEnv('URL')
  const databaseUrl = requireEnv('DATABASE_URL')
  const smtp = await startSmtp(open)
  const mailbox = await openMailbox(smtp.deliveries)
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATABASE_URL: databaseUrl,
    JWT_SECRET: secret,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAP_TILE_URL: 'off',
    TRUST_PROXY: '127.0.0.1',
    // The journeys read no mails here.
    CONFIRM_EMAIL: 'optional',
    LOG_LEVEL: 'error',
    ...(await freshBucket()),
  }
  const ports = requireEnv('API_PORTS').split(' ')
  const apis: ChildProcess[] = []
  for (const port of ports) apis.push(await startApi(port, env))
  const { db, close } = connect(databaseUrl, { max: 4 })

  return {
    url,
    databaseUrl,
    db,
    // The proofs' people do not refresh their tokens, and journeys run before they buy.
    seed: seedInto(db, { keys, accessTokenSeconds: 4 * 60 * 60 }),
    mails: smtp.deliveries,
    /** Simulates a power failure. */
    killApi: async (index: number) => {
      const api = apis[index]
      if (api?.kill('SIGKILL')) await once(api, 'exit')
    },
    startApiAgain: async (index: number) => {
      apis[index] = await startApi(ports[index] ?? '', env)
    },
    /** Another process, on another database. */
    startApiOn: async (otherDatabaseUrl: string) => {
      const port = requireEnv('SPARE_PORT')
      const api = await startApi(port, { ...env, DATABASE_URL: otherDatabaseUrl })
      apis.push(api)
      return `http://127.0.0.1:${port}`
    },
    killPrimary: () => {
      const pid = Number(readFileSync(path.join(requireEnv('PRIMARY'), 'postmaster.pid'), 'utf8').split('\n')[0])
      process.kill(pid, 'SIGKILL')
    },
    promoteReplica: () => {
      const data = requireEnv('REPLICA')
      const { uid, gid } = statSync(data)
      const { status } = spawnSync(requireEnv('PG_CTL'), ['-D', data, '-w', 'promote'], { uid, gid, cwd: '/', stdio: 'ignore' })
      if (status !== 0) throw new Error('the replica was not promoted')
    },
    close: async () => {
      await Promise.all(apis.map((api) => (api.exitCode === null && api.kill('SIGTERM') ? once(api, 'exit') : undefined)))
      await close()
      await smtp.stop()
      mailbox.close()
    },
  }
}
