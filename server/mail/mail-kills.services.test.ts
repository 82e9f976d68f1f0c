import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/root.ts'
import { type Delivery, open, type Smtp, startSmtp } from '#server/testing/smtp.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { queueMail } from './queue-mail.ts'

const moments = [
  'when the recipient is named',
  'before the server says it has the mail',
  'after it said so',
  'while the server is away',
] as const
const kills = 20
const mailsPerRound = 5

/** A promise that a server callback can resolve. */
function signal(): { happened: Promise<void>; happen(): void } {
  let happen = () => {}
  const happened = new Promise<void>((resolve) => {
    happen = resolve
  })
  return { happened, happen: () => happen() }
}

const startWorker = (testApp: TestApp, port: number): ChildProcess =>
  spawn(
    process.execPath,
    ['--import', 'tsx', path.join(projectRoot(), 'server/testing/mail-worker.ts'), testApp.databaseUrl, `smtp://127.0.0.1:${port}`],
    { cwd: projectRoot(), stdio: ['ignore', 'ignore', 'inherit'] },
  )

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit')
  worker.kill('SIGKILL')
  await ended
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 100))
}

const readAttempts = async (testApp: TestApp): Promise<number> => {
  const { attempts } = await testApp.db
    .selectFrom('mails')
    .select(({ fn }) => fn.sum<string>('attempts').as('attempts'))
    .executeTakeFirstOrThrow()
  return Number(attempts)
}

/** Starts a worker, kills it at the given moment, and returns what the server had received by then. */
async function killAt(moment: (typeof moments)[number], testApp: TestApp, port: number): Promise<Delivery[]> {
  const moved = signal()
  const forever = new Promise<never>(() => {})
  let smtp: Smtp | undefined
  if (moment === 'when the recipient is named') {
    smtp = await startSmtp({ ...open, onRcptTo: () => moved.happen() }, port)
  } else if (moment === 'before the server says it has the mail') {
    const beforeAnswer = () => {
      moved.happen()
      return forever
    }
    smtp = await startSmtp({ ...open, beforeAnswer }, port)
  } else if (moment === 'after it said so') {
    smtp = await startSmtp({ ...open, beforeAnswer: async () => void setImmediate(moved.happen) }, port)
  }
  const before = await readAttempts(testApp)
  const worker = startWorker(testApp, port)
  if (smtp) await moved.happened
  else await until(async () => (await readAttempts(testApp)) > before)
  await kill(worker)
  await smtp?.stop()
  return smtp?.deliveries ?? []
}

test(`a worker killed ${kills} times, with the mail server up and down, loses no mail`, async () => {
  const testApp = await startTestApp()
  const probe = await startSmtp()
  const { port } = probe
  await probe.stop()

  const delivered: Delivery[] = []
  for (let round = 0; round < kills; round++) {
    await testApp.db.transaction().execute(async (tx) => {
      for (let number = 0; number < mailsPerRound; number++) {
        const email = `r${round}n${number}@test.example`
        await queueMail(tx, 'reset-password', { userId: null, email }, { firstName: 'Maya', link: 'http://localhost:3000/x' })
      }
    })
    delivered.push(...(await killAt(moments[round % moments.length] ?? moments[0], testApp, port)))
  }

  const smtp = await startSmtp(open, port)
  const worker = startWorker(testApp, port)
  await until(async () => {
    // Skips the retry delay of failed mails; mails of killed workers still wait until the worker is found dead.
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(testApp.db)
    const waiting = await testApp.db.selectFrom('mails').select('id').where('status', '!=', 'sent').executeTakeFirst()
    return waiting === undefined
  })
  await kill(worker)
  await smtp.stop()
  delivered.push(...smtp.deliveries)

  const mails = await testApp.db.selectFrom('mails').select(['id', 'to_address']).execute()
  expect(mails).toHaveLength(kills * mailsPerRound)
  const arrived = new Map(delivered.map(({ mail, to }) => [mail.messageId, to[0]]))
  expect(arrived).toEqual(new Map(mails.map(({ id, to_address }) => [`<${id}@arcstead.example>`, to_address])))
  // A lost answer means a second delivery: this shows that the kills in those rounds struck in the middle.
  expect(delivered.length).toBeGreaterThan(mails.length)
  await testApp.close()
}, 1_200_000)
