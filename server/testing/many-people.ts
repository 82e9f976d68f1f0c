import pg from 'pg'

const peopleSql = `
  insert into users (id, first_name, last_name, email, status, is_broker, is_verified, onboarding_complete, verification_requested, created_at)
  select (lpad(to_hex(1690000000000 + nth), 12, '0') || '7' || substr(md5(nth::text), 1, 3) || '8' || substr(md5(nth::text), 4, 15))::uuid,
    (array['Maya', 'Theo', 'Priya', 'Jonah', 'Vera', 'Felix', 'Nadia', 'Tomas'])[1 + nth % 8],
    (array['Stone', 'Raman', 'Novak', 'Abbott', 'Pell', 'Finch', 'Iyer'])[1 + nth % 7],
    'person' || nth || '@crowd.example',
    case when nth % 97 = 0 then 'suspended' else 'active' end,
    nth % 500 = 0, nth % 10 <> 0, nth % 20 <> 0, nth % 3 = 0,
    timestamptz '2026-01-01' - make_interval(mins => nth)
  from generate_series($1::int, $2::int) nth`

/** Users numbered `first` to `last`; some are brokers, unverified or suspended. person1 is the newest account. */
export async function fillWithPeople(url: string, last: number, first = 1): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    await client.query(peopleSql, [first, last])
    await client.query('vacuum analyze users')
  } finally {
    await client.end()
  }
}
