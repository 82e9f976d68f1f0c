// A process of its own that does nothing but send queued mails, for tests that kill it.
import { connect } from '#server/db/connect.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { openPost } from '#server/mail/post.ts'
import { mailTask } from '#server/mail/send-mail.ts'

const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2)
const { db, pool } = connect(databaseUrl)
const post = openPost({ smtpUrl, mailFrom: 'Arcstead <no-reply@arcstead.example>' })
const site = { publicUrl: 'http://localhost:3000', supportEmail: 'support@arcstead.example' }
await startWorker(pool, { 'send-mail': mailTask({ db, post, site }) }, '', () => {})
