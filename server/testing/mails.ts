import type { TestApp } from './test-app.ts'

/** The mails to an address, oldest first, after all queued jobs have run. */
export async function mailsTo(testApp: TestApp, email: string) {
  await testApp.runJobs()
  return testApp.db.selectFrom('mails').selectAll().where('to_address', '=', email).orderBy('created_at').orderBy('id').execute()
}

/** The token and id of the one-time link in a mail. */
export function linkIn(mail: { props: unknown; body: string | null } | undefined): { token: string; id: string } {
  const text = `${JSON.stringify(mail?.props)} ${mail?.body}`
  const [, token = '', id = ''] = /token=([\w-]+)&(?:amp;)?id=([\w-]+)/.exec(text) ?? []
  return { token, id }
}
