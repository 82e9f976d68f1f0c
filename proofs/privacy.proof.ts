import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Token } from '#contract/accounts.ts'
import type { Database } from '#server/db/connect.ts'
import { newId } from '#server/db/ids.ts'
import { createLink } from '#server/features/accounts/one-time-links.store.ts'
import { createParticipants, runHistory } from '#server/testing/histories/run-history.ts'
import { histories } from '#server/testing/histories/steps.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders, startTestApp } from '#server/testing/test-app.ts'
import { startTestCluster } from '#server/testing/test-cluster.ts'
import { newCircle } from './buying.ts'
import { seededRandom } from './seeded-random.ts'

/** Every row of every table, including the job queue's, as text by table. */
async function wholeDatabase(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(db)
  const dumps = new Map<string, string>()
  for (const { schema, name } of rows) {
    const dump = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, E'\n'), '') as text from ${sql.table(`${schema}.${name}`)} t`.execute(db)
    dumps.set(`${schema}.${name}`, dump.rows[0]?.text ?? '')
  }
  return dumps
}

test('J1: passwords, tokens and links planted in every kind of request are in no log, and what matters is on the audit log', async () => {
  const cluster = await startTestCluster()
  try {
    const api = await cluster.startApi({ LOG_LEVEL: 'trace' })
    const canaries: string[] = []
    /** A unique secret. */
    const plant = (start = 'Zq7!'): string => {
      const canary = `${start}${randomBytes(32).toString('base64url')}`
      canaries.push(canary)
      return canary
    }
    const call = async (
      person: { token: Token } | null,
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const answer = await fetch(`${api.url}${path.startsWith('/') ? '' : '/api/'}${path}`, {
        method,
        headers: {
          ...(person ? authHeaders(person.token) : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status: answer.status, text: await answer.text() }
    }
    const password = plant()
    const [maya, admin, owner] = [
      await cluster.seed.investor({ password }),
      await cluster.seed.admin({ password: plant() }),
      await cluster.seed.investor(),
    ]
    for (const { token } of [maya, admin, owner]) canaries.push(token.accessToken, token.refreshToken)
    const circle = await newCircle(cluster.db, owner, '1/12')

    // Sign-ins: right, wrong and malformed.
    const signedIn = await call(null, 'POST', 'auth/login', { email: maya.email, password })
    const { token } = (JSON.parse(signedIn.text) as { data: { token: Token } }).data
    canaries.push(token.accessToken, token.refreshToken)
    await call(null, 'POST', 'auth/login', { email: maya.email, password: plant() })
    await call(null, 'POST', 'auth/login', { email: plant('a'), password: [plant()] })
    await call(null, 'POST', 'auth/login', `{"password":"${plant()}"`)
    await call(null, 'POST', 'auth/login', `password=${plant()}`, { 'content-type': 'text/plain' })
    await call(null, 'POST', 'auth/login', { password: `${plant()}${'x'.repeat(300_000)}` })
    await call(null, 'POST', 'auth/login', `{"__proto__":{"password":"${plant()}"}}`)
    const registered = plant()
    await call(null, 'POST', 'auth/register', {
      firstName: 'Iris',
      lastName: 'Novak',
      email: 'iris@example.com',
      password: registered,
      confirmPassword: registered,
      tos: true,
    })
    await call(null, 'POST', 'auth/register', { firstName: 7, password: plant(), confirmPassword: plant() })
    // Links: used and invalid; also pasted into the wrong field.
    for (const purpose of ['reset_password', 'set_password', 'confirm_email'] as const) {
      const link = new URL(
        await cluster.db
          .transaction()
          .execute((tx) => createLink(tx, 'http://localhost', { userId: owner._id, email: owner.email }, purpose)),
      )
      const linkToken = link.searchParams.get('token') ?? ''
      canaries.push(linkToken)
      await call(null, 'GET', `${link.pathname}${link.search}`)
      await call(null, 'GET', `/api/no/such/call${link.search}`)
      const next = plant()
      const path = `auth/${purpose.replace('_', '-')}`
      await call(null, 'POST', path, { password: next, confirmPassword: plant(), id: owner._id, token: linkToken })
      await call(null, 'POST', path, { password: next, confirmPassword: next, id: owner._id, token: linkToken })
      await call(null, 'POST', path, { password: next, confirmPassword: next, id: 'x', token: plant('') })
    }
    await call(null, 'POST', 'auth/request-token', { email: maya.email, confirmEmail: maya.email })
    // Headers and URLs.
    const odd = {
      authorization: `Bearer ${plant('eyJhbGciOiJIUzI1NiJ9.')}.x`,
      'x-refresh-token': plant(''),
      cookie: `session=${plant('')}`,
    }
    for (const path of ['auth/whoami', 'auth/refresh', `public/circle/${circle}?invite=${plant('')}`, `public/circle?token=${plant('')}`])
      await call(null, 'GET', path, undefined, odd)
    await call({ token }, 'POST', 'auth/change-password', { currentPassword: plant(), password: plant(), confirmPassword: plant() })
    const changed = plant()
    await call({ token }, 'POST', 'auth/change-password', { currentPassword: password, password: changed, confirmPassword: changed })
    await call({ token }, 'POST', 'auth/change-email', { currentPassword: plant(), email: 'other@example.com' })
    await call({ token }, 'DELETE', `app/user/${maya._id}`, undefined, { 'x-current-password': plant() })
    // A crash report may contain anything that was on the page.
    const secret = plant('')
    const report = {
      id: 'new',
      message: `failed with Authorization: Bearer ${secret}`,
      error: { message: `GET /reset-password?token=${plant('')}`, stack: `at x (?token=${plant('')})`, cause: `password=${plant('')}` },
      data: { location: `http://localhost/set-password?token=${plant('')}&id=1`, userDescription: `my token is ${plant('')}` },
    }
    await call(null, 'POST', 'public/log/crash-report', report)
    await call({ token }, 'GET', 'auth/refresh')
    // Refusals, rights, money, exports.
    await call({ token }, 'GET', 'admin/user')
    await call({ token }, 'POST', `app/circle-membership/${circle}`, { investmentAmount: 10_000 }, { 'idempotency-key': newId() })
    await call({ token }, 'GET', 'app/export', undefined, { 'x-current-password': changed })
    await call({ token }, 'GET', `app/ledger/${circle}?format=csv`)
    await call(admin, 'GET', 'admin/audit-log?format=csv')
    const pending = await cluster.seed.pending()
    await call(admin, 'POST', 'admin/approve-registration', { user: pending._id })
    await call(admin, 'PUT', `admin/user/${pending._id}`, { isAdmin: true, permissions: { isAdmin: true }, status: 'suspended' })
    await call({ token }, 'POST', 'auth/logout')
    // The mail server is unavailable: each attempt stores its error.
    while ((await cluster.db.selectFrom('mails').select('id').where('last_error', 'is not', null).execute()).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 100))

    const tables = await wholeDatabase(cluster.db)
    const kept = ['audit_log', 'audit_values', 'crash_reports', 'sessions', 'one_time_links', 'rate_counters', 'idempotency_keys', 'users']
    const places = new Map<string, string>([
      ['the process’s log', api.said()],
      ...kept.map((name) => [name, tables.get(`public.${name}`) ?? ''] as const),
      [
        'errors of mails',
        (await cluster.db.selectFrom('mails').select('last_error').execute()).map(({ last_error }) => last_error ?? '').join('\n'),
      ],
      ['jobs', tables.get('graphile_worker._private_jobs') ?? ''],
    ])
    // Part of a secret is a secret too.
    const found = canaries.flatMap((canary) =>
      [...places].filter(([, text]) => text.includes(canary.slice(4, 40))).map(([place]) => `${place}: ${canary}`),
    )
    expect(found).toEqual([])
    const lines = api.said().split('\n').length
    expect(lines).toBeGreaterThan(50)

    const acts = new Set((await cluster.db.selectFrom('audit_log').select('act').distinct().execute()).map(({ act }) => act))
    for (const act of [
      'session.started',
      'session.refused',
      'session.ended',
      'user.registered',
      'password.changed',
      'password.link_sent',
      'request.refused',
      'arcs.bought',
      'data.exported',
      'ledger.exported',
      'audit.exported',
      'user.verified',
      'user.changed',
    ])
      expect(acts).toContain(act)
    console.log(
      `J1 ${canaries.length} canaries, ${lines} lines of log at level trace and ${places.size - 1} tables searched: none found; ${acts.size} kinds of acts on the audit log`,
    )
  } finally {
    await cluster.close()
  }
})

const lives = 30

test(`J2: ${lives} random histories, and everyone in them deleted in random order: no personal field in any table, the ledger unchanged`, async () => {
  const testApp = await startTestApp({ RATE_LIMITS: 'off' })
  let deleted = 0
  try {
    for (let life = 1; life <= lives; life++) {
      const random = seededRandom(life)
      const cast = await createParticipants(testApp)
      const [history = []] = fc.sample(histories(20), { numRuns: 1, seed: life })
      const marks = new Map<string, string>()
      for (const person of cast.people) {
        const mark = `Xy${Array.from(randomBytes(14), (byte) => 'abcdefghijklmnop'[byte % 16]).join('')}`
        marks.set(person._id, mark)
        const email = `${mark}@test.example`
        await testApp.db
          .updateTable('users')
          .set({ first_name: mark, last_name: mark, email, pending_email: `next-${email}`, location_city: mark })
          .where('id', '=', person._id)
          .execute()
      }
      await runHistory(cast, history)
      const circles = await testApp.db
        .selectFrom('memberships')
        .select(['circle_id', 'user_id', 'is_owner'])
        .where('ended_at', 'is', null)
        .where('user_id', 'in', [...marks.keys()])
        .execute()
      // They write posts and reasons, report a crash, request a new password, export their data.
      for (const person of cast.people) {
        const mark = marks.get(person._id) ?? ''
        const property = await testApp.db
          .selectFrom('properties')
          .select('id')
          .where(
            'circle_id',
            'in',
            circles
              .filter(({ user_id }) => user_id === person._id)
              .map(({ circle_id }) => circle_id)
              .concat(newId()),
          )
          .executeTakeFirst()
        if (property) {
          await testApp.call(person, 'PUT', `app/property-preference/${property.id}`, { preference: 'watchList', reason: `says ${mark}` })
          await testApp.call(person, 'POST', `app/property/${property.id}/thread`, { text: `asks ${mark}` })
        }
        await testApp.call(person, 'POST', 'app/submit-crash-report', {
          id: 'new',
          message: 'x',
          error: { message: 'x' },
          data: { user: { _id: person._id }, userDescription: mark },
        })
        await testApp.call(null, 'POST', 'auth/request-token', { email: `${mark}@test.example`, confirmEmail: `${mark}@test.example` })
        await testApp.call(person, 'PUT', `app/user/${person._id}`, { lastName: `Was ${mark}` }, { 'idempotency-key': newId() })
        await testApp.call(cast.admin, 'PUT', `admin/user/${person._id}`, { isVerified: true }, { 'idempotency-key': newId() })
      }
      if (random.happens(0.5)) await testApp.runJobs()
      const ledger = await testApp.db.selectFrom('ledger').selectAll().orderBy('id').execute()
      const waiting = [...cast.people] as Person[]
      for (let tries = 0; waiting.length > 0 && tries < 40; tries++) {
        const person = random.pick(waiting)
        const gone = await testApp.call(cast.admin, 'DELETE', `admin/user/${person._id}`)
        expect([200, 204, 409]).toContain(gone.status)
        // An owner with other members is deleted after them.
        if (gone.status === 409) continue
        waiting.splice(waiting.indexOf(person), 1)
        deleted++
        const mark = marks.get(person._id) ?? ''
        const places = [...(await wholeDatabase(testApp.db))].filter(([, text]) => text.toLowerCase().includes(mark.toLowerCase()))
        expect([life, places.map(([table]) => table)]).toEqual([life, []])
      }
      expect(waiting).toEqual([])
      const after = await testApp.db.selectFrom('ledger').selectAll().orderBy('id').execute()
      expect(after.slice(0, ledger.length)).toEqual(ledger)
      expect(after.reduce((sum, row) => sum + row.amount, 0)).toBe(0)
      expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
    }
  } finally {
    await testApp.close()
  }
  console.log(`J2 ${lives} histories, ${deleted} people deleted: nothing of them left, every ledger row as it was, sums agree`)
})
