import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { migrate } from '#server/db/migrate.ts'
import { requeueMails } from '#server/mail/mail-job.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { type Ending, endingName, type Manifest, manifestName } from './create-backup.ts'
import { readForeignKeys, readTables, type TableShape } from './database-shape.ts'
import { CommandError } from './failure.ts'

type RestoreOptions = {
  readonly databaseUrl: string
  readonly filesFolder: string | null
  readonly file: string
  /** The folder of this version's migrations. */
  readonly migrations: string
  /** Replace existing data. */
  readonly force: boolean
}

type Restored = Ending & { readonly madeAt: string; readonly version: string; readonly mailsWaiting: number }

/**
 * Replaces the database's content with a backup, in one transaction: if killed, nothing has changed. A backup of an older version needs an
 * empty database, which is then migrated.
 */
export async function restoreBackup({ databaseUrl, filesFolder, file, migrations, force }: RestoreOptions): Promise<Restored> {
  const entries = readArchive(file)
  try {
    const manifest = await readManifest(entries, file)
    const isOlder = await compareVersions(manifest, migrations)
    await requireEmptyDatabase(databaseUrl, force, isOlder)
    if (isOlder) await createTablesOfVersion(databaseUrl, manifest, migrations)
    const ending = await replaceAll(databaseUrl, manifest, entries, filesFolder, file)
    await migrate(databaseUrl, migrations, { log: console.error })
    return { ...ending, madeAt: manifest.madeAt, version: manifest.version, mailsWaiting: await finishRestore(databaseUrl) }
  } finally {
    await entries.return(undefined)
  }
}

const textOf = async ({ content }: ArchiveEntry): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

async function readManifest(entries: AsyncGenerator<ArchiveEntry>, file: string): Promise<Manifest> {
  const { value, done } = await entries.next()
  if (done || value.name !== manifestName) throw new CommandError(`${file} is no archive of npm run backup.`)
  const manifest = JSON.parse(await textOf(value)) as Manifest
  if (manifest.format !== 'arcstead-backup-1') throw new CommandError(`${file} has a format that this version does not know.`)
  return manifest
}

/** Whether the backup is of an older version. A newer version or other migrations are refused. */
async function compareVersions(manifest: Manifest, folder: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  const ours = new Map<string, string>()
  for (const name of names)
    ours.set(
      name,
      createHash('sha256')
        .update(await readFile(path.join(folder, name), 'utf8'))
        .digest('hex'),
    )
  const strange = manifest.migrations.find(({ name, checksum }) => ours.get(name) !== checksum)
  if (strange)
    throw new CommandError(
      `The backup was made by another version of Arcstead (${manifest.version}; it knows ${strange.name}). Restore it with that version.`,
    )
  return manifest.migrations.length < names.length
}

async function withClient<Result>(databaseUrl: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'arcstead-restore' })
  client.on('error', () => {}) // a lost connection fails the next query
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

async function requireEmptyDatabase(databaseUrl: string, force: boolean, isOlder: boolean): Promise<void> {
  const isFull = await withClient(databaseUrl, async (client) => {
    const tables = await readTables(client)
    return tables.some(({ name }) => name === 'users') && (await client.query('select from users limit 1')).rowCount === 1
  })
  if (isFull && !force)
    throw new CommandError(
      'The database is not empty. Add --force to replace all that is in it, or choose another folder with ARCSTEAD_DATA.',
    )
  if (isFull && isOlder)
    throw new CommandError('The backup is of an older version and needs an empty database. Choose another folder with ARCSTEAD_DATA.')
}

/** Creates the tables of the backup's version. */
async function createTablesOfVersion(databaseUrl: string, manifest: Manifest, folder: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query('drop schema public cascade; create schema public'))
  const older = await mkdtemp(path.join(tmpdir(), 'arcstead-restore-'))
  try {
    for (const { name } of manifest.migrations) await copyFile(path.join(folder, name), path.join(older, name))
    await migrate(databaseUrl, older)
  } finally {
    await rm(older, { recursive: true, force: true })
  }
}

async function replaceAll(
  databaseUrl: string,
  manifest: Manifest,
  entries: AsyncGenerator<ArchiveEntry>,
  filesFolder: string | null,
  file: string,
): Promise<Ending> {
  return withClient(databaseUrl, async (client) => {
    await client.query('begin')
    const tables = await readTables(client)
    refuseOtherShape(manifest.tables, tables)
    const names = tables.map(({ name }) => `public.${name}`)
    // Rows are restored in any order, so timestamps, append-only triggers and foreign keys are off meanwhile.
    const keys = await readForeignKeys(client)
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    await client.query(`truncate ${names.join(', ')}`)

    const ending = await readEntries(client, manifest, entries, filesFolder, file)

    for (const { name, value, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [`public.${name}`, value, isCalled])
    for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    // Without an id it means everything: API processes that are still running must not go on with circles that they have in memory.
    await client.query('insert into circle_changes default values on conflict do nothing')
    await client.query('commit')
    return ending
  })
}

function refuseOtherShape(stored: readonly TableShape[], found: readonly TableShape[]): void {
  const shape = (tables: readonly TableShape[]) => JSON.stringify(tables.map(({ name, columns }) => [name, [...columns].sort()]))
  if (shape(stored) !== shape(found))
    throw new CommandError('The tables of this database are not those of the backup. Restore into an empty folder with ARCSTEAD_DATA.')
}

async function readEntries(
  client: pg.ClientBase,
  manifest: Manifest,
  entries: AsyncGenerator<ArchiveEntry>,
  filesFolder: string | null,
  file: string,
): Promise<Ending> {
  const rows: Record<string, number> = Object.fromEntries(manifest.tables.map(({ name }) => [name, 0]))
  let files = 0
  let open: { name: string; stream: CopyStreamQuery } | undefined
  const finish = async () => {
    if (!open) return
    open.stream.end()
    await finished(open.stream)
    rows[open.name] = open.stream.rowCount
    open = undefined
  }
  try {
    for await (const entry of entries) {
      const [, table] = /^tables\/([a-z_]+)\/\d+$/.exec(entry.name) ?? []
      if (open?.name !== table) await finish()
      if (table) {
        open ??= { name: table, stream: startCopy(client, manifest, table, file) }
        for await (const piece of entry.content) if (!open.stream.write(piece)) await once(open.stream, 'drain')
      } else if (entry.name === endingName) {
        const ending = JSON.parse(await textOf(entry)) as Ending
        if (JSON.stringify([rows, files]) === JSON.stringify([ending.rows, filesFolder === null ? files : ending.files])) return ending
        break
      } else {
        await writeStoredFile(entry, filesFolder, file)
        files++
      }
    }
    throw new CommandError(`${file} does not hold what it says it holds. Nothing was changed.`)
  } finally {
    open?.stream.destroy()
  }
}

function startCopy(client: pg.ClientBase, manifest: Manifest, table: string, file: string): CopyStreamQuery {
  const shape = manifest.tables.find(({ name }) => name === table)
  if (!shape) throw new CommandError(`${file} holds a table that it does not name: ${table}. Nothing was changed.`)
  const stream = client.query(from(`copy public.${table} (${shape.columns.map((column) => `"${column}"`).join(', ')}) from stdin`))
  stream.on('error', () => {}) // reported by the next write, or at the end
  return stream
}

/** Only file names that our own store creates are accepted, so that an archive cannot write anywhere else. */
async function writeStoredFile({ name, content }: ArchiveEntry, folder: string | null, file: string): Promise<void> {
  if (!/^files\/kept\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name))
    throw new CommandError(`${file} holds something strange: ${name}. Nothing was changed.`)
  if (folder === null) {
    for await (const _piece of content);
    return
  }
  const place = path.join(folder, name.slice('files/'.length))
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  const handle = await open(`${place}.restoring`, 'w', 0o600)
  try {
    for await (const piece of content) await handle.appendFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${place}.restoring`, place)
}

async function finishRestore(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    await client.query('analyze')
    return requeueMails(client)
  })
}
