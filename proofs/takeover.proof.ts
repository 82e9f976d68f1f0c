import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Token } from '#contract/accounts.ts'
import type { PasskeyRequestOptions } from '#contract/passkeys.ts'
import { createLink } from '#server/features/accounts/one-time-links.store.ts'
import { linkIn } from '#server/testing/mails.ts'
import { addPasskey, confirmPerson, readOptionsToAdd, readOptionsToSignIn, sendPasskey, sendSignIn } from '#server/testing/passkey-calls.ts'
import type { Person } from '#server/testing/seed.ts'
import { softwarePasskey } from '#server/testing/software-authenticator.ts'
import type { Answer, ApiUnderTest } from '#server/testing/test-app.ts'
import { startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { overProcesses } from './over-processes.ts'
import { seededRandom } from './seeded-random.ts'

const password = 'Larkspur-Terrace-75'
const fresh = { password: 'Quiet-Meadow-31', confirmPassword: 'Quiet-Meadow-31' }
const racesEach = 20

let cluster: TestCluster
let api: ApiUnderTest

beforeAll(async () => {
  cluster = await startTestCluster()
  const env = { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' }
  const two = overProcesses(cluster, [await cluster.startApi(env), await cluster.startApi(env)])
  // Each call comes from its own address, as behind a proxy: limits per address are not what is tried here.
  let calls = 0
  const address = () => `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`
  api = {
    ...two,
    call: (caller, method, path, body, headers) => two.call(caller, method, path, body, { 'x-forwarded-for': address(), ...headers }),
  }
})
afterAll(() => cluster.close())

type Thief = { readonly token: Token }
/** What the thief does with what was begun; `true` if it still works. */
type Finish = () => Promise<boolean>
type Begin = (maya: Person) => Promise<Finish>

const worked = async (answer: Promise<Answer>) => (await answer).status < 300

/** The thief knows the password. */
async function logIn({ email }: Person, secret = password): Promise<Thief> {
  const answer = await api.call(null, 'POST', 'auth/login', { email, password: secret })
  if (answer.status !== 200) throw new Error(`signing in was answered with ${answer.status}`)
  return answer.data<Thief>()
}

const linkFor = async (maya: Person, purpose: Parameters<typeof createLink>[3], email = maya.email) =>
  linkIn({ props: null, body: await api.db.transaction().execute((tx) => createLink(tx, '', { userId: maya._id, email }, purpose)) })

const useLink = (path: string, link: object) => () =>
  worked(api.call(null, 'POST', path, { password: 'Thief-Password-1', confirmPassword: 'Thief-Password-1', ...link }))

const isLive = async (thief: Thief) =>
  (await worked(api.call(thief, 'GET', 'auth/whoami'))) || (await worked(api.call(thief, 'GET', 'auth/refresh')))

const begun: Readonly<Record<string, Begin>> = {
  'a pending address': async (maya) => {
    const email = `thief-${maya._id}@example.com`
    const thief = await logIn(maya)
    await api.call(thief, 'POST', 'auth/change-email', { email, currentPassword: password })
    return async () => {
      const mail = await api.db.selectFrom('mails').selectAll().where('to_address', '=', email).executeTakeFirst()
      return worked(api.call(null, 'POST', 'auth/confirm-email', linkIn(mail)))
    }
  },
  'a link to a pending address that was asked for again': async (maya) => {
    const email = `again-${maya._id}@example.com`
    const thief = await logIn(maya)
    await api.call(thief, 'POST', 'auth/change-email', { email, currentPassword: password })
    await api.call(thief, 'POST', 'auth/request-confirmation', {})
    return async () => {
      const mails = await api.db.selectFrom('mails').selectAll().where('to_address', '=', email).orderBy('id').execute()
      const tries = mails.map((mail) => worked(api.call(null, 'POST', 'auth/confirm-email', linkIn(mail))))
      return (await Promise.all(tries)).includes(true)
    }
  },
  'a reset link': async (maya) => useLink('auth/reset-password', await linkFor(maya, 'reset_password')),
  'a set-password link': async (maya) => useLink('auth/set-password', await linkFor(maya, 'set_password')),
  'a session': async (maya) => {
    const thief = await logIn(maya)
    return () => isLive(thief)
  },
  'a renewed session': async (maya) => {
    const thief = await logIn(maya)
    const renewed = await api.call(thief, 'GET', 'auth/refresh')
    return () => isLive(renewed.status === 200 ? { token: renewed.data<Token>() } : thief)
  },
  'a passkey': async (maya) => {
    const { made } = await addPasskey(api, await logIn(maya))
    return async () => {
      const { options, cookie } = await readOptionsToSignIn(api)
      return worked(sendSignIn(api, made.assert(options), cookie))
    }
  },
  'a sign-in by passkey': async (maya) => {
    const { made } = await addPasskey(api, await logIn(maya))
    const { options, cookie } = await readOptionsToSignIn(api)
    return () => worked(sendSignIn(api, made.assert(options), cookie))
  },
  'the making of a passkey': async (maya) => {
    const thief = await logIn(maya)
    const passkey = softwarePasskey().attest(await readOptionsToAdd(api, thief))
    return () => worked(sendPasskey(api, thief, passkey))
  },
  'a step-up by passkey': async (maya) => {
    const thief = await logIn(maya)
    const { made } = await addPasskey(api, thief)
    const offered = await api.call(thief, 'POST', 'auth/step-up/options', { purpose: 'change_email' })
    const answer = made.assert(offered.data<PasskeyRequestOptions>())
    return () => worked(confirmPerson(api, thief, 'change_email', { passkey: answer }))
  },
  'a step-up': async (maya) => {
    const thief = await logIn(maya)
    await confirmPerson(api, thief, 'change_email')
    return () => worked(api.call(thief, 'POST', 'auth/change-email', { email: `step-${maya._id}@example.com` }))
  },
  'a step-up in the owner’s own session': async (maya) => {
    await confirmPerson(api, maya, 'change_email')
    return () => worked(api.call(maya, 'POST', 'auth/change-email', { email: `own-${maya._id}@example.com` }))
  },
  'a calendar address': async (maya) => {
    const { link } = (await api.call(await logIn(maya), 'POST', 'app/calendar')).data<{ link: string | null }>()
    return () => worked(api.call(null, 'GET', new URL(link ?? '').pathname.replace('/api/', '')))
  },
}

type Ending = (maya: Person) => Promise<void>

const endings: Readonly<Record<string, Ending>> = {
  // A thief's change of address ends the owner's session; then the owner signs in again.
  'a change of password': async (maya) => {
    const wish = { currentPassword: password, ...fresh, removePasskeys: true, removeCalendar: true }
    for (let owner: Thief = maya; ; owner = await logIn(maya)) {
      const { status } = await api.call(owner, 'POST', 'auth/change-password', wish)
      if (status === 200) return
      if (status !== 401) throw new Error(`the change of password was answered with ${status}`)
    }
  },
  // By a link that was mailed to the owner.
  'a reset by mail': async (maya) => {
    const { status } = await api.call(null, 'POST', 'auth/reset-password', { ...fresh, ...(await linkFor(maya, 'reset_password')) })
    if (status !== 200) throw new Error(`the reset was answered with ${status}`)
  },
}

/** Whose account it is, and by which ways it can be entered. */
async function requireOwned(maya: Person, what: readonly string[]): Promise<void> {
  const row = await api.db.selectFrom('users').selectAll().where('id', '=', maya._id).executeTakeFirstOrThrow()
  const passkeys = await api.db.selectFrom('passkeys').select('id').where('user_id', '=', maya._id).execute()
  const calendars = await api.db.selectFrom('calendar_feeds').select('at').where('user_id', '=', maya._id).execute()
  expect([...what, row.email, row.pending_email, passkeys, calendars]).toEqual([...what, maya.email, null, [], []])
  await logIn(maya, fresh.password)
}

const pairs = Object.entries(begun).flatMap(([name, begin]) =>
  Object.entries(endings).map(([ending, end]) => ({ name, begin, ending, end })),
)

test(`A14: ${pairs.length} pairs of what was begun and what ends it, one after the other in both orders: nothing ends in the account`, async () => {
  for (const { name, begin, ending, end } of pairs) {
    const first = await cluster.seed.investor({ password })
    const finish = await begin(first)
    await end(first)
    expect([name, ending, await finish()]).toEqual([name, ending, false])
    await requireOwned(first, [name, ending])

    const second = await cluster.seed.investor({ password })
    await end(second)
    // Links are made by the server, for the owner's mailbox: after the ending they are the owner's own.
    if (name.endsWith('link')) continue
    const late = await begin(second).then(
      (afterwards) => afterwards(),
      () => false,
    )
    expect([name, ending, 'begun afterwards', late]).toEqual([name, ending, 'begun afterwards', false])
    await requireOwned(second, [name, ending])
  }
})

test(`A14: the same at the same time over two processes, ${racesEach} races of each pair`, async () => {
  const random = seededRandom(14)
  let begunInTime = 0
  for (const { name, begin, ending, end } of pairs) {
    if (name.endsWith('link')) continue
    for (let race = 0; race < racesEach; race++) {
      const maya = await cluster.seed.investor({ password })
      const wait = random.below(60)
      const [attempt] = await Promise.all([
        begin(maya).catch(() => null),
        new Promise((resolve) => setTimeout(resolve, wait)).then(() => end(maya)),
      ])
      if (attempt) begunInTime++
      const taken = attempt ? await attempt().catch(() => false) : false
      expect([name, ending, race, taken]).toEqual([name, ending, race, false])
      await requireOwned(maya, [name, ending])
    }
  }
  console.log(`A14 ${pairs.length} pairs, ${begunInTime} attempts begun before or while they were ended: no takeover`)
})
