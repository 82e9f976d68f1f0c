import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { loadDemo } from '#demo/load-demo.ts'
import { migrate } from '#server/db/migrate.ts'
import { projectRoot } from '#server/root.ts'
import { deriveKeys } from '#server/sessions/keys.ts'
import { dataKeysOf } from '#server/shared/pay-details/data-keys.ts'
import { diskStore } from '#server/storage/disk-store.ts'
import { copyTemplate } from '#server/testing/database.ts'
import { createArchive, readArchive } from './archive.ts'
import { createBackup } from './create-backup.ts'
import { readForeignKeys, readSequences, readTables } from './database-shape.ts'
import { restoreBackup } from './restore-backup.ts'

const migrations = path.join(projectRoot(), 'server/db/migrations')
const undo: (() => Promise<void>)[] = []
let folder: string
let archive: string
let source: { url: string; files: string }

async function newDatabase(): Promise<string> {
  const copy = await copyTemplate(inject('postgresUrl'))
  undo.push(copy.drop)
  return copy.url
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** A fingerprint of every row, sequence and constraint. */
async function fingerprint(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const prints: Record<string, unknown> = {}
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query(
        `select count(*)::int, md5(string_agg(t::text, e'\\n' order by t::text)) as print from public.${name} t`,
      )
      prints[name] = rows[0]
    }
    const { rows: triggers } = await client.query(
      `select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
    )
    return { ...prints, sequences: await readSequences(client), keys: await readForeignKeys(client), triggers }
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'arcstead-backup-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  source = { url: await newDatabase(), files: path.join(folder, 'source-files') }
  const store = diskStore(source.files, new Uint8Array(32))
  const keys = deriveKeys('a secret of the tests')
  const dataKeys = dataKeysOf(Buffer.alloc(32, 7), undefined)
  await loadDemo({ databaseUrl: source.url, store, root: projectRoot(), keys, dataKeys, publicUrl: 'http://localhost' })
  await ask(
    source.url,
    `insert into mails (id, template, to_address, props, status) values (gen_random_uuid(), 'verified', 'a@b.example', '{"text": "tab\\t, line\\n, \\\\N"}', 'queued');
     insert into audit_log (act, fields, facts) values ('test', '{"a b",c}', '{"x": 1}')`,
  )
  archive = path.join(folder, 'backup.tar.gz')
  await createBackup({ databaseUrl: source.url, filesFolder: source.files, file: archive, version: '1.2.3' })
})
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

const order = (databaseUrl: string, more: Partial<Parameters<typeof restoreBackup>[0]> = {}) => ({
  databaseUrl,
  filesFolder: path.join(folder, 'restored-files'),
  file: archive,
  migrations,
  force: false,
  ...more,
})

test('a restored database has the same rows, sequences, references and rules, and the same files', async () => {
  const url = await newDatabase()
  const restored = await restoreBackup(order(url))

  expect(await fingerprint(url)).toEqual({ ...(await fingerprint(source.url)), circle_changes: expect.anything() })
  // The only new row makes running API processes drop their caches.
  const changes = await ask<{ subject: string }>(
    url,
    'select subject from circle_changes where xid = (select max(xid) from circle_changes)',
  )
  expect(changes).toEqual([{ subject: '00000000-0000-0000-0000-000000000000' }])
  expect(restored.rows.circles).toBe(64)
  const [picture] = await ask<{ key: string }>(url, 'select key from files limit 1')
  const hash = createHash('sha256')
    .update(picture?.key ?? '')
    .digest('hex')
  const place = path.join('kept', hash.slice(0, 2), hash)
  expect(await readFile(path.join(folder, 'restored-files', place))).toEqual(await readFile(path.join(source.files, place)))
})

test('after a restore the ledger is still append-only, and new rows get new numbers', async () => {
  const url = await newDatabase()
  await restoreBackup(order(url))
  await expect(ask(url, 'delete from ledger')).rejects.toThrow('append-only')
  await expect(ask(url, 'truncate ledger')).rejects.toThrow('append-only')
  await expect(ask(url, `update memberships set circle_id = gen_random_uuid()`)).rejects.toThrow('foreign key')
  const [next] = await ask<{ id: number; before: number }>(
    url,
    `with before as (select max(id) as before from audit_log) insert into audit_log (act) select 'later' from before returning id, (select before from before)`,
  )
  expect(Number(next?.id)).toBeGreaterThan(Number(next?.before))
})

test('mails that were queued get a job again', async () => {
  const url = await newDatabase()
  // The demo's invitations, a reminder and the mail of this test.
  expect((await restoreBackup(order(url))).mailsWaiting).toBe(7)
  expect(await ask(url, `select task_identifier, count(*)::int as jobs from graphile_worker.jobs group by 1`)).toEqual([
    { task_identifier: 'send-mail', jobs: 7 },
  ])
})

test('existing data are replaced only with --force', async () => {
  const url = await newDatabase()
  await ask(url, `insert into users (id, first_name, last_name, email) values (gen_random_uuid(), 'A', 'B', 'someone@else.example')`)
  await expect(restoreBackup(order(url))).rejects.toThrow('The database is not empty.')
  expect(await ask(url, 'select email from users')).toEqual([{ email: 'someone@else.example' }])
  await restoreBackup(order(url, { force: true }))
  expect(await ask(url, `select email from users where email = 'someone@else.example'`)).toEqual([])
})

test('a truncated backup changes nothing', async () => {
  const url = await newDatabase()
  const before = await fingerprint(url)
  const cut = path.join(folder, 'cut.tar.gz')
  await copyFile(archive, cut)
  await truncate(cut, 60_000)
  await expect(restoreBackup(order(url, { file: cut }))).rejects.toThrow('is no whole archive')
  expect(await fingerprint(url)).toEqual(before)
})

test('an archive cannot write outside the files folder', async () => {
  const url = await newDatabase()
  const forged = path.join(folder, 'forged.tar.gz')
  const writer = await createArchive(forged)
  for await (const { name, content } of readArchive(archive)) {
    const pieces: Buffer[] = []
    for await (const piece of content) pieces.push(piece)
    await writer.add(name.startsWith('files/') ? `files/../../${name.slice(-20)}` : name, Buffer.concat(pieces))
  }
  await writer.close()
  await expect(restoreBackup(order(url, { file: forged }))).rejects.toThrow('something strange')
  expect(await ask(url, 'select from users')).toEqual([])
})

test.each([
  ['no archive at all', 'plain text', 'is no whole archive'],
  ['nothing', '', 'is no whole archive'],
])('%s is refused', async (_what, content, reason) => {
  const file = path.join(folder, `${reason.length}-${content.length}.tar.gz`)
  await writeFile(file, content)
  await expect(restoreBackup(order(await newDatabase(), { file }))).rejects.toThrow(reason)
})

test('a missing file is named', async () => {
  await expect(restoreBackup(order(source.url, { file: '/nowhere/x.tar.gz' }))).rejects.toThrow('There is no file /nowhere/x.tar.gz.')
})

test('a backup does not overwrite a file', async () => {
  const again = createBackup({ databaseUrl: source.url, filesFolder: null, file: archive, version: '1' })
  await expect(again).rejects.toThrow('is there already')
})

test('an older backup is restored into an empty database and migrated, but not into a full one', async () => {
  const newer = path.join(folder, 'newer-migrations')
  await mkdir(newer)
  for (const { name } of await ask<{ name: string }>(source.url, 'select name from schema_migrations'))
    await copyFile(path.join(migrations, name), path.join(newer, name))
  await writeFile(path.join(newer, '9999_later.sql'), 'alter table circles add column later boolean not null default true;')

  const full = await newDatabase()
  await restoreBackup(order(full))
  await migrate(full, newer)
  await expect(restoreBackup(order(full, { migrations: newer, force: true }))).rejects.toThrow('needs an empty database')

  const empty = await newDatabase()
  await migrate(empty, newer)
  await restoreBackup(order(empty, { migrations: newer }))
  expect(await ask(empty, 'select count(*)::int as count, bool_and(later) as later from circles')).toEqual([{ count: 64, later: true }])
})

test('a backup of a newer version is refused', async () => {
  const older = path.join(folder, 'older-migrations')
  await mkdir(older)
  await copyFile(path.join(migrations, '0001_foundation.sql'), path.join(older, '0001_foundation.sql'))
  await expect(restoreBackup(order(await newDatabase(), { migrations: older }))).rejects.toThrow(
    'made by another version of Arcstead (1.2.3',
  )
})
