import type pg from 'pg'

/** Sets the moment at which everything happens from now on. */
export type SetClock = (moment: Date) => Promise<void>

/**
 * Makes use cases run in the past: in this transaction `now()`, `clock_timestamp()` and the columns that default to them answer a moment
 * that is set. Everything is put back before the caller commits, and a rollback puts it back too.
 *
 * Call it before the transaction has written rows: PostgreSQL refuses to change a table whose deferred checks have not run.
 */
export async function withDemoClock(client: pg.ClientBase, start: Date, work: (setClock: SetClock) => Promise<void>): Promise<void> {
  const setClock: SetClock = async (moment) => {
    await client.query(`select set_config('demo_clock.moment', $1, true)`, [moment.toISOString()])
  }
  await client.query(install)
  await setClock(start)
  await client.query('set local search_path to demo_clock, pg_catalog, public')
  await work(setClock)
  await client.query('set constraints all immediate')
  await client.query('set local search_path to default')
  await client.query(remove)
}

// Each reading of the clock is a millisecond later, so that the events of one use case keep their order.
const install = `
  create schema demo_clock;
  create function demo_clock.now() returns timestamptz language sql stable
    as $$ select current_setting('demo_clock.moment')::timestamptz $$;
  create function demo_clock.clock_timestamp() returns timestamptz language sql volatile
    as $$ select set_config('demo_clock.moment', (current_setting('demo_clock.moment')::timestamptz + interval '1 millisecond')::text, true)::timestamptz $$;
  create table demo_clock.defaults as
    select adrelid::regclass::text as table_name, attname::text as column_name, pg_get_expr(adbin, adrelid) as expression
    from pg_attrdef
      join pg_attribute on attrelid = adrelid and attnum = adnum
      join pg_class on pg_class.oid = adrelid and relnamespace = 'public'::regnamespace
    where pg_get_expr(adbin, adrelid) ~ '^(now|clock_timestamp)\\(\\)$';
  do $$
  declare
    found record;
  begin
    for found in select * from demo_clock.defaults loop
      execute format('alter table %s alter column %I set default demo_clock.%s', found.table_name, found.column_name, found.expression);
    end loop;
  end $$`

const remove = `
  do $$
  declare
    found record;
  begin
    for found in select * from demo_clock.defaults loop
      execute format('alter table %s alter column %I set default %s', found.table_name, found.column_name, found.expression);
    end loop;
  end $$;
  drop schema demo_clock cascade`
