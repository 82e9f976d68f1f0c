import type pg from 'pg'

export type TableShape = { readonly name: string; readonly columns: readonly string[] }
export type SequenceState = { readonly name: string; readonly value: number; readonly isCalled: boolean }
export type MigrationState = { readonly name: string; readonly checksum: string }
type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/** Our own tables with their stored (not generated) columns. */
export async function readTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`)
  return rows
}

/** The current value of each sequence, including those of identity columns. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string; first: string; last: string | null }>(
    `select sequencename as name, start_value as first, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name, first, last }) => ({ name, value: Number(last ?? first), isCalled: last !== null }))
}

export async function readMigrations(client: pg.ClientBase): Promise<MigrationState[]> {
  const { rows } = await client.query<MigrationState>('select name, checksum from schema_migrations order by name')
  return rows
}

export async function readForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  return rows
}
