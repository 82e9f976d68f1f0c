// The baseline of bench/reads.ts: node:http and pg, one plain prepared select per read. Takes the database's address, prints its URL.
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { verify } from '@node-rs/argon2'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })

const visible = 'not hide_circle and deleted_at is null'
const select = {
  circle: { name: 'circle', text: `select * from circles where id = $1 and ${visible}` },
  filtered: {
    name: 'filtered',
    text: `select * from circles where ${visible} and total_target_size between $1 and $2
      and search_text like lower($3) order by created_at desc, id limit 10`,
  },
  page: { name: 'page', text: `select * from circles where ${visible} order by created_at desc, id limit 10 offset $1` },
  user: { name: 'user', text: 'select * from users where lower(email) = $1' },
  session: {
    name: 'session',
    text: "insert into sessions (id, user_id, refresh_hash, expires_at) values ($1, $2, $3, now() + interval '30 days')",
  },
}

async function signIn(request) {
  const { email, password } = JSON.parse(await text(request))
  const { rows } = await pool.query({ ...select.user, values: [email] })
  if (!(await verify(rows[0].password_hash, password))) throw new Error('wrong password')
  const token = randomBytes(32)
  await pool.query({ ...select.session, values: [randomUUID(), rows[0].id, token] })
  return { token: token.toString('base64url') }
}

const rowsOf = async (query, values) => (await pool.query({ ...query, values })).rows

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  if (pathname === '/api/auth/login') return signIn(request)
  if (pathname !== '/api/public/circle') return (await rowsOf(select.circle, [pathname.slice('/api/public/circle/'.length)]))[0]
  if (!searchParams.has('q')) return rowsOf(select.page, [(Number(searchParams.get('page')) - 1) * 10])
  return rowsOf(select.filtered, [searchParams.get('minTarget'), searchParams.get('maxTarget'), `%${searchParams.get('q')}%`])
}

const server = createServer(async (request, response) => {
  try {
    const body = Buffer.from(JSON.stringify({ status: 200, data: await answer(request) }))
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    response.end(body)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`))
