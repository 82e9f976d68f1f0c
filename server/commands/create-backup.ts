import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { type ArchiveWriter, createArchive } from './archive.ts'
import { type MigrationState, readMigrations, readSequences, readTables, type SequenceState, type TableShape } from './database-shape.ts'
import { CommandError } from './failure.ts'

/** The first entry of an archive: what follows, so that a restore can refuse before it changes anything. */
export type Manifest = {
  readonly format: 'arcstead-backup-1'
  readonly version: string
  readonly madeAt: string
  readonly migrations: readonly MigrationState[]
  readonly tables: readonly TableShape[]
  readonly sequences: readonly SequenceState[]
  /** Null if they are on S3 and not in the archive. */
  readonly files: 'included' | null
}

/** The last entry: what was written, so that an incomplete archive is detected. */
export type Ending = { readonly rows: Readonly<Record<string, number>>; readonly files: number }

export const manifestName = 'manifest.json'
export const endingName = 'end.json'

type BackupOptions = {
  readonly databaseUrl: string
  /** The folder of uploaded files; null if they are on S3. */
  readonly filesFolder: string | null
  readonly file: string
  readonly version: string
}

const asBytes = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** Writes a consistent snapshot into one file, which gets its final name only when complete. */
export async function createBackup({ databaseUrl, filesFolder, file, version }: BackupOptions): Promise<Ending & { bytes: number }> {
  if (await stat(file).catch(() => null)) throw new CommandError(`${file} is there already. Give another name.`)
  const draft = `${file}.partial`
  await rm(draft, { force: true })
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'arcstead-backup' })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const tables = await readTables(client)
    if (!tables.some(({ name }) => name === 'schema_migrations'))
      throw new CommandError('The database is empty: there is nothing to back up.')
    const archive = await createArchive(draft)
    const ending = await writeAll(client, archive, tables, { filesFolder, version }).catch((error: unknown) => {
      archive.abandon()
      throw error
    })
    await rename(draft, file)
    return { ...ending, bytes: (await stat(file)).size }
  } finally {
    await client.end()
    await rm(draft, { force: true })
  }
}

async function writeAll(
  client: pg.ClientBase,
  archive: ArchiveWriter,
  tables: readonly TableShape[],
  { filesFolder, version }: Pick<BackupOptions, 'filesFolder' | 'version'>,
): Promise<Ending> {
  const manifest: Manifest = {
    format: 'arcstead-backup-1',
    version,
    madeAt: new Date().toISOString(),
    migrations: await readMigrations(client),
    tables,
    sequences: await readSequences(client),
    files: filesFolder === null ? null : 'included',
  }
  await archive.add(manifestName, asBytes(manifest))
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table.name] = await addTable(client, archive, table)
  const ending = { rows, files: filesFolder === null ? 0 : await addFiles(archive, filesFolder) }
  await archive.add(endingName, asBytes(ending))
  await archive.close()
  return ending
}

const partSize = 4 * 1024 * 1024

/** A table in COPY's text format. tar needs the size in advance, which is not known, so the table is split into parts. */
async function addTable(client: pg.ClientBase, archive: ArchiveWriter, { name, columns }: TableShape): Promise<number> {
  const rows = client.query(to(`copy public.${name} (${columns.map((column) => `"${column}"`).join(', ')}) to stdout`))
  let part = 0
  let pieces: Buffer[] = []
  let size = 0
  const flush = async () => {
    if (size === 0) return
    await archive.add(`tables/${name}/${String(++part).padStart(6, '0')}`, Buffer.concat(pieces))
    pieces = []
    size = 0
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    pieces.push(chunk)
    size += chunk.length
    if (size >= partSize) await flush()
  }
  await flush()
  return rows.rowCount
}

/** Stored files never change. A file deleted during the backup is referenced by nothing in the snapshot. */
async function addFiles(archive: ArchiveWriter, folder: string): Promise<number> {
  const kept = path.join(folder, 'kept')
  let count = 0
  for (const shelf of (await readdir(kept).catch(() => [])).sort()) {
    for (const name of (await readdir(path.join(kept, shelf))).sort()) {
      const place = path.join(kept, shelf, name)
      const found = await stat(place).catch(() => null)
      if (!found?.isFile()) continue
      await archive.addStream(`files/kept/${shelf}/${name}`, found.size, createReadStream(place))
      count++
    }
  }
  return count
}
