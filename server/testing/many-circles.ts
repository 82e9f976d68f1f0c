import pg from 'pg'

const towns = 2_000

/** Half of the circles share the coordinates of some cities, as real ones do; the others are anywhere in the United States. */
const circlesSql = `
  insert into circles (id, title, description, city, state, lat, lng, created_by, total_target_size, minimum_share_size, geographic_radius,
    bedrooms_min, bedrooms_max, ownership_structure, property_types, property_condition, investment_purpose, created_at)
  select (lpad(to_hex(1700000000000 + nth * 60), 12, '0') || '7' || substr(md5(nth::text), 1, 3) || '8' || substr(md5(nth::text), 4, 15))::uuid,
    (array['Larkspur', 'Juniper', 'Harbor', 'Elm', 'Cedar', 'Granite', 'Willow', 'Prairie'])[1 + floor(random() * 8)::int]
      || ' ' || (array['Terrace', 'Court', 'House', 'Lofts', 'Row', 'Place'])[1 + floor(random() * 6)::int] || ' ' || nth,
    'A small group buying one well-built ' || (array['terrace', 'cabin', 'fourplex', 'mill', 'bungalow'])[1 + floor(random() * 5)::int]
      || '. We meet once a month and decide together.',
    'Town ' || town, 'CO',
    case when nth % 2 = 0 then 25 + (town * 0.618034) % 1 * 24 else 25 + random() * 24 end,
    case when nth % 2 = 0 then -124 + (town * 0.414214) % 1 * 57 else -124 + random() * 57 end,
    person.id,
    case when random() < 0.05 then null else 10000 + floor(random() * 990)::bigint * 5000 end, '1/8', floor(random() * 21)::int * 5,
    1 + floor(random() * 3)::int, 4, (array['llc', 'trust', 'partnership', null])[1 + floor(random() * 4)::int],
    array[(array['single_family', 'multi_family', 'condo', 'townhouse', 'commercial', 'land'])[1 + floor(random() * 6)::int]],
    case when random() < 0.5 then array['good'] else '{}' end,
    array[(array['vacation_home', 'long_term_rental', 'commercial'])[1 + floor(random() * 3)::int]],
    now() - random() * interval '700 days'
  from (select nth, floor(random() * ${towns})::int as town from generate_series(1, $1::int) nth) drawn
  join (select id, row_number() over () as number from users) person on person.number = 1 + nth % 20000`

const peopleSql = `
  insert into users (id, first_name, last_name, email)
  select (lpad(to_hex(1690000000000 + nth), 12, '0') || '7' || substr(md5(nth::text), 1, 3) || '8' || substr(md5(nth::text), 4, 15))::uuid,
    'Robin', 'Bench', 'bench' || nth || '@bench.example' from generate_series(1, 20000) nth`

/** Every twentieth circle has an owner, eight arcs and a broker, so that these tables have a realistic size too. */
const arcsSql = [
  `insert into memberships (id, circle_id, user_id, is_owner) select gen_random_uuid(), id, created_by, true from circles where total_target_size is not null and hashtext(id::text) % 20 = 0`,
  `insert into arcs (circle_id, number, price, membership_id, held_since)
    select memberships.circle_id, number, total_target_size / 8, case when number < 4 then memberships.id end, case when number < 4 then now() end
    from memberships join circles on circles.id = memberships.circle_id, generate_series(1, 8) number`,
  // As the triggers, which are off, would have done.
  `update circles set has_free_arcs = true where exists (select from arcs where arcs.circle_id = circles.id)`,
  `insert into broker_assignments (circle_id, broker_id) select circle_id, user_id from memberships`,
]

/** Fills an empty database with circles. Indexes are built at the end, which is much faster. */
export async function fillWithCircles(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB'`)
    await client.query(peopleSql)
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'circles'::regclass and not indisprimary`)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query('alter table circles disable trigger user')
    await client.query(circlesSql, [count])
    await client.query('alter table circles enable trigger user')
    for (const { definition } of indexes) await client.query(definition)
    for (const table of ['memberships', 'arcs']) await client.query(`alter table ${table} disable trigger user`)
    for (const sql of arcsSql) await client.query(sql)
    for (const table of ['memberships', 'arcs']) await client.query(`alter table ${table} enable trigger user`)
    await client.query('vacuum analyze')
    // Without triggers, no process has been told of these circles.
    await client.query('insert into circle_changes default values')
  } finally {
    await client.end()
  }
}
