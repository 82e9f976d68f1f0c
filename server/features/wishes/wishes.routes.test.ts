import { expect } from 'vitest'
import type { KeptWish } from '#contract/wishes.ts'
import { buyArcs, createCircle, fullCircle } from '#server/testing/books.ts'
import { type House, test } from '#server/testing/house.ts'
import type { Person } from '#server/testing/seed.ts'

const keep = (house: House, person: Person, path: string) => house.call(person, 'PUT', 'app/wish', { path })
const read = async (house: House, person: Person) => (await house.call(person, 'GET', 'app/wish')).data<KeptWish | null>()

/** A hidden circle with its owner's invite. */
async function hiddenCircle(house: House) {
  const owner = await house.seed.investor()
  const circle = await createCircle(house, owner)
  await house.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circle._id).execute()
  const { token } = (await house.call(owner, 'POST', `app/circle/${circle._id}/invite`)).data<{ token: string }>()
  return { owner, circle, token }
}

test('a wish is kept with the account, one per person, and names its circle', async ({ house }) => {
  const person = await house.seed.person()
  expect(await read(house, person)).toBeNull()
  const circle = await createCircle(house, await house.seed.investor())
  expect((await keep(house, person, '/create-circle')).data()).toMatchObject({ path: '/create-circle', act: 'create', circle: null })
  await keep(house, person, `/join-circle/${circle._id}?utm=x#top`)
  const expected = { path: `/join-circle/${circle._id}`, act: 'join', circle: { _id: circle._id, title: circle.title } }
  expect(await read(house, person)).toMatchObject(expected)
  expect(await read(house, await house.seed.person())).toBeNull()
  expect((await house.call(person, 'DELETE', 'app/wish')).status).toBe(204)
  expect(await read(house, person)).toBeNull()
})

test.for([
  '/logout',
  '/Logout',
  '/%6Cogout',
  '/login',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  `/${'x'.repeat(600)}`,
  '',
])('the address %s cannot be kept', async (path, { house }) => {
  const person = await house.seed.person()
  expect((await keep(house, person, path)).status).toBe(400)
  expect(await read(house, person)).toBeNull()
})

test('a circle that one may not see cannot be wished for', async ({ house }) => {
  const person = await house.seed.person()
  const { circle } = await hiddenCircle(house)
  for (const path of [`/join-circle/${circle._id}`, `/join-circle/${circle._id}?invite=wrong`, `/circle/${person._id}`])
    expect((await keep(house, person, path)).status).toBe(404)
})

test('an invite stays usable from registering to joining a hidden circle, and ends when it is revoked', async ({ house }) => {
  const { owner, circle, token } = await hiddenCircle(house)
  const [person, admin] = [await house.seed.pending(), await house.seed.admin()]
  await keep(house, person, `/join-circle/${circle._id}?invite=${token}`)
  const path = `/join-circle/${circle._id}?invite=${token}`
  await keep(house, person, '/create-circle')
  expect(await read(house, person)).toMatchObject({ path, circle: { title: circle.title } })
  const stored = await house.db.selectFrom('kept_wishes').selectAll().where('user_id', '=', person._id).executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(token)

  await house.call(admin, 'POST', 'admin/user-verification', { user: person._id })
  const mail = await house.db
    .selectFrom('mails')
    .select('props')
    .where('template', '=', 'you-are-verified')
    .where('user_id', '=', person._id)
    .executeTakeFirstOrThrow()
  expect(mail.props).toMatchObject({ link: `${house.means.settings.publicUrl}${path}` })

  const bought = await house.call(person, 'POST', `app/circle-membership/${circle._id}?invite=${token}`, { investmentAmount: 75_000 })
  expect(bought.status).toBe(200)
  expect(await read(house, person)).toBeNull()

  const late = await house.seed.pending()
  await keep(house, late, path)
  await house.call(owner, 'DELETE', `app/circle/${circle._id}/invite`)
  expect(await read(house, late)).toBeNull()
})

test('the mail leads to the wish also where the address is not confirmed yet', async ({ house }) => {
  const [person, admin] = [await house.seed.pending(), await house.seed.admin()]
  const circle = await createCircle(house, await house.seed.investor())
  await house.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', person._id).execute()
  await keep(house, person, `/join-circle/${circle._id}`)
  await house.call(admin, 'POST', 'admin/user-verification', { user: person._id })
  const mail = await house.db.selectFrom('mails').select('props').where('user_id', '=', person._id).executeTakeFirstOrThrow()
  expect(mail.props).toEqual({ firstName: '', link: `${house.means.settings.publicUrl}/join-circle/${circle._id}` })
})

test('the mail "You are verified" leads to the front page when nothing was wished', async ({ house }) => {
  const [person, admin] = [await house.seed.pending(), await house.seed.admin()]
  await house.call(admin, 'POST', 'admin/user-verification', { user: person._id })
  const mail = await house.db.selectFrom('mails').select('props').where('user_id', '=', person._id).executeTakeFirstOrThrow()
  expect(mail.props).toMatchObject({ link: house.means.settings.publicUrl })
})

test('a circle that has filled meanwhile is looked at instead; one that was joined is opened', async ({ house }) => {
  const { circle, buyer } = await fullCircle(house)
  const person = await house.seed.person()
  await keep(house, person, `/join-circle/${circle._id}`)
  expect(await read(house, person)).toMatchObject({ path: `/circle-public/${circle._id}`, act: 'join' })
  await keep(house, buyer, `/join-circle/${circle._id}`)
  expect(await read(house, buyer)).toMatchObject({ path: `/circle/${circle._id}` })
})

test('a purchase fulfils the wish for that circle alone', async ({ house }) => {
  const [joined, other] = [await createCircle(house, await house.seed.investor()), await createCircle(house, await house.seed.investor())]
  const person = await house.seed.investor()
  await keep(house, person, `/join-circle/${other._id}`)
  await buyArcs(house, person, joined)
  expect(await read(house, person)).toMatchObject({ path: `/join-circle/${other._id}` })
})

test('a wish is part of the export and goes with the person', async ({ house }) => {
  const person = await house.seed.person({ password: 'Correct-horse-7' })
  await keep(house, person, '/create-circle')
  expect((await house.call(person, 'GET', 'app/export')).data<{ wish: object }>().wish).toMatchObject({ path: '/create-circle' })
  await house.call(person, 'DELETE', `app/user/${person._id}`, { currentPassword: 'Correct-horse-7' })
  expect(await house.db.selectFrom('kept_wishes').selectAll().where('user_id', '=', person._id).execute()).toEqual([])
})
