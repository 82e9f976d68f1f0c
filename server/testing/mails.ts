import { sql } from 'kysely'
import { addMailJob } from '#server/mail/mail-job.ts'
import type { TestApp } from './test-app.ts'

/** The mails to an address, oldest first, after all queued jobs have run. */
export async function mailsTo(testApp: TestApp, email: string) {
  await testApp.runJobs()
  return testApp.db.selectFrom('mails').selectAll().where('to_address', '=', email).orderBy('created_at').orderBy('id').execute()
}

/** Sends the mails that wait for their moment, as if it had come. */
export async function sendWaitingMails({ db, runJobs }: TestApp): Promise<void> {
  await sql`select ${sql.raw(addMailJob)} from (select id, null::timestamptz as leaves_at from mails where status = 'queued') as mails`.execute(
    db,
  )
  await runJobs()
}

/** The token and id of the one-time link in a mail. */
export function linkIn(mail: { props: unknown; body: string | null } | undefined): { token: string; id: string } {
  const text = `${JSON.stringify(mail?.props)} ${mail?.body}`
  const [, token = '', id = ''] = /token=([\w-]+)&(?:amp;)?id=([\w-]+)/.exec(text) ?? []
  return { token, id }
}

/** Runs jobs until this is answered, as a worker beside the API does. */
export async function runJobsDuring<Answer>(testApp: TestApp, answer: Promise<Answer>): Promise<Answer> {
  let isAnswered = false
  const noted = answer.finally(() => {
    isAnswered = true
  })
  while (!isAnswered) await testApp.runJobs()
  return noted
}
