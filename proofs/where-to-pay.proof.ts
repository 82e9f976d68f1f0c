import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ShownDetails } from '#contract/where-to-pay.ts'
import { createBackup } from '#server/commands/create-backup.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { sendWaitingMails } from '#server/testing/mails.ts'
import { startPushService } from '#server/testing/push-service.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, testDataKey } from '#server/testing/test-app.ts'
import { canary, createPayingCircle, passPayDays, payForm } from '#server/testing/where-to-pay.ts'

/** Every row of every table as text, with binary columns also as the characters that they may hold. */
async function wholeDatabase({ db }: TestApp): Promise<string> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(db)
  const dumps: string[] = []
  for (const { schema, name } of rows) {
    const dump = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, ' '), '') as text from ${sql.table(`${schema}.${name}`)} t`.execute(db)
    dumps.push(dump.rows[0]?.text ?? '')
  }
  return dumps.join('\n')
}

/** A backup as `npm run backup` writes it, unpacked. */
async function wholeBackup({ databaseUrl, services }: TestApp): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-backup-'))
  try {
    const file = path.join(folder, 'backup.tar.gz')
    const filesFolder = path.join(services.settings.dataFolder, 'files')
    await createBackup({ databaseUrl, filesFolder, file, version: 'test' })
    return gunzipSync(await readFile(file))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A secret as it could be written somewhere: as it is, as hexadecimal digits, in base64. */
const spellings = (secret: Buffer): string[] => [
  secret.toString('latin1'),
  secret.toString('hex'),
  secret.toString('base64').replace(/=+$/, ''),
  secret.toString('base64url'),
]

test('K7: an account number is in no table, backup, mail, push, notice, log, export or other answer over the whole life of where to pay', async () => {
  const written: string[] = []
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
    written.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
    return write(chunk, ...rest)
  }) as typeof process.stdout.write
  const testApp = await startTestApp({ LOG_LEVEL: 'trace', RATE_LIMITS: 'off', PUSH_HOSTS: 'any' })
  const pushes = await startPushService(testApp.services.pushKeys.publicKey)
  try {
    const paying = await createPayingCircle(testApp)
    const { circle, owner, members, name, confirm, stop, callBack, show, act, latest, read, url } = paying
    const [maya, jonah, celeste] = members as [Person, Person, Person]
    expect((await testApp.call(celeste, 'POST', 'app/push', pushes.subscription())).status).toBe(200)
    const answers: string[] = []
    const keep = async (answer: Promise<{ text: string }>) => answers.push((await answer).text)

    await keep(act(owner, '', payForm(), { 'idempotency-key': 'name' }))
    await keep(act(owner, '', { ...payForm(), routingNumber: '021000022' }, { 'idempotency-key': 'wrong' }))
    const id = await latest()
    expect((await show(maya, id, { 'idempotency-key': 'compare' })).data<ShownDetails>().accountNumber).toBe(canary)
    await keep(show(owner, id))
    await keep(confirm(maya, id))
    await passPayDays(testApp, circle._id, 3)
    expect((await show(jonah, id, { 'idempotency-key': 'pay' })).data<ShownDetails>().accountNumber).toBe(canary)
    await keep(stop(jonah, id))
    await keep(callBack(maya, id))
    await keep(callBack(celeste, id))
    await keep(name(owner, payForm(null, `${canary}77`)))
    await keep(act(owner, `/${await latest()}/withdraw`))
    const admin = await testApp.seed.admin()
    const broker = await testApp.seed.broker()
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    for (const person of [owner, jonah, admin, broker]) {
      for (const path of [
        url,
        `app/circle/${circle._id}`,
        `app/circle/${circle._id}/stage`,
        'app/notice',
        'app/needs-you',
        'admin/audit-log',
        'admin/mail',
      ])
        await keep(testApp.call(person, 'GET', path))
    }
    for (const person of [admin, broker]) expect([403, 404]).toContain((await act(person, `/${id}/show`)).status)
    answers.push(JSON.stringify(await read()), (await exportOf(testApp, owner)).text, (await exportOf(testApp, jonah)).text)
    await testApp.runJobs()
    await sendWaitingMails(testApp)

    const mails = await testApp.db.selectFrom('mails').selectAll().where('template', '=', 'where-to-pay').execute()
    expect(mails.length).toBeGreaterThan(10)
    const [database, backup] = [await wholeDatabase(testApp), await wholeBackup(testApp)]
    // What is searched for would be found: the same dump and backup have the number that was called.
    for (const text of [database, backup.toString('latin1')]) expect(text).toContain('(303) 555-0142')
    expect(written.join('')).toContain('where-to-pay')
    expect(pushes.failures).toEqual([])
    expect(pushes.received.length).toBeGreaterThan(0)
    const secrets = [canary, 'First Bank of Denver', 'Front Range Title', '021000021'].map((text) => Buffer.from(text))
    for (const [where, text] of [
      ['database', database],
      ['backup', backup.toString('latin1')],
      ['answers', answers.join('\n')],
      ['log', written.join('')],
      ['mails', JSON.stringify(mails)],
      ['pushes', pushes.received.map((push) => push.text).join('\n')],
    ] as const) {
      for (const secret of [...secrets, testDataKey])
        for (const spelling of spellings(secret)) expect(text.includes(spelling), `${spelling} in ${where}`).toBe(false)
    }
  } finally {
    process.stdout.write = write
    await pushes.close()
    await testApp.close()
  }
})
