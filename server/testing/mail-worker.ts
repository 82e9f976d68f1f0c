// A process that only sends queued mails, for tests that kill it.
import { connect } from '#server/db/connect.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { openMailTransport } from '#server/mail/mail-transport.ts'
import { mailTask } from '#server/mail/send-mail.ts'
import { deriveKeys } from '#server/sessions/keys.ts'

const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2)
const { db, pool } = connect(databaseUrl)
const mailTransport = openMailTransport({ smtpUrl, mailFrom: 'Arcstead <no-reply@arcstead.example>' })
const site = { publicUrl: 'http://localhost:3000', supportEmail: 'support@arcstead.example' }
await startWorker(
  pool,
  { 'send-mail': mailTask({ db, keys: deriveKeys('a secret that only the tests know, long enough'), mailTransport, site }) },
  '',
  () => {},
)
