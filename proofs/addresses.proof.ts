import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLink } from '#server/features/accounts/one-time-links.store.ts'
import { linkIn } from '#server/testing/mails.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders } from '#server/testing/test-app.ts'
import { startTwoProcesses, type TwoProcesses } from './over-processes.ts'

const good = 'Larkspur-Terrace-75'
const fresh = { password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31' }

let product: TwoProcesses

beforeAll(async () => {
  product = await startTwoProcesses()
})
afterAll(() => product.close())

const move = {
  'by the person': async (person: Person, email: string) => {
    await product.api.call(person, 'POST', 'auth/change-email', { email, currentPassword: good })
    const wish = await product.api.db
      .selectFrom('mails')
      .selectAll()
      .where('to_address', '=', email)
      .where('template', '=', 'confirm-email')
      .executeTakeFirst()
    expect((await product.api.call(null, 'POST', 'auth/confirm-email', linkIn(wish))).status).toBe(200)
  },
  'by an administrator': async (person: Person, email: string) => {
    const admin = await product.api.seed.admin()
    expect((await product.api.call(admin, 'PUT', `admin/user/${person._id}`, { email })).status).toBe(200)
    expect((await product.api.call(person, 'GET', 'auth/whoami')).status).toBe(401)
  },
}

test('A10: links of five kinds no longer work after a change of address, by the person and by an administrator', async () => {
  let dead = 0
  for (const [who, change] of Object.entries(move))
    for (const kind of ['reset', 'invitation', 'welcome of a broker', 'confirmation', 'confirmation of a wish'] as const) {
      const person = await product.api.seed.investor({
        password: good,
        emailConfirmed: kind !== 'confirmation',
        isBroker: kind === 'welcome of a broker',
      })
      const wished = `wish-${person._id}@example.com`
      if (kind === 'confirmation of a wish')
        await product.api.db.updateTable('users').set({ pending_email: wished }).where('id', '=', person._id).execute()
      const to = { userId: person._id, email: kind === 'confirmation of a wish' ? wished : person.email }
      const purpose = kind === 'reset' ? 'reset_password' : kind.startsWith('confirmation') ? 'confirm_email' : 'set_password'
      const link = linkIn({ props: await product.api.db.transaction().execute((tx) => createLink(tx, '', to, purpose)), body: null })
      await change(person, `moved-${person._id}@example.com`)
      const use = await product.api.call(null, 'POST', `auth/${purpose.replace('_', '-')}`, { ...fresh, ...link })
      expect([who, kind, use.status]).toEqual([who, kind, 400])
      dead += 1
    }
  console.log(`A10 ${dead} links, five kinds, each after a change by the person and by an administrator: all dead`)
})

const guesses = 1_000
const addresses = 100

test(`A11: ${guesses} wrong guesses from ${addresses} addresses over two processes do not keep the owner’s own device out`, async () => {
  const owner = await product.cluster.seed.investor({ password: good })
  const ask = async (turn: number, secret: string, headers: Record<string, string>) => {
    const answer = await fetch(`${product.apis[turn % 2]?.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ email: owner.email, password: secret }),
    })
    await answer.arrayBuffer()
    return answer
  }
  const renewed = await fetch(`${product.apis[0]?.url}/api/auth/refresh`, { headers: authHeaders(owner.token) })
  await renewed.arrayBuffer()
  const cookie = renewed.headers.getSetCookie()[0]?.split(';')[0] ?? ''

  let next = 0
  const statuses: number[] = []
  const guess = async () => {
    while (next < guesses) {
      const turn = next++
      statuses.push((await ask(turn, `Guess-Number-${turn}`, { 'x-forwarded-for': `198.51.100.${turn % addresses}` })).status)
    }
  }
  const strangers = Array.from({ length: 20 }, guess)
  const own: number[] = []
  for (let turn = 0; turn < 20; turn++) own.push((await ask(turn, good, { cookie, 'x-forwarded-for': '203.0.113.7' })).status)
  await Promise.all(strangers)
  own.push((await ask(0, good, { cookie, 'x-forwarded-for': '203.0.113.7' })).status)
  // Being busy for a moment is no lockout: the device retries.
  expect(own.filter((status) => status !== 503).every((status) => status === 200)).toBe(true)
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10)
  console.log(`A11 ${guesses} guesses from ${addresses} addresses; the owner’s device signed in ${own.length} times meanwhile`)
})
