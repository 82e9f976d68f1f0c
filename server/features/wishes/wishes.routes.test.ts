import { expect } from 'vitest'
import type { SavedWish } from '#contract/wishes.ts'
import { exportOf } from '#server/testing/export-data.ts'
import { buyArcs, createCircle, fullCircle } from '#server/testing/ledger-checks.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

const save = (testApp: TestApp, person: Person, path: string) => testApp.call(person, 'PUT', 'app/wish', { path })
const read = async (testApp: TestApp, person: Person) => (await testApp.call(person, 'GET', 'app/wish')).data<SavedWish | null>()

/** A hidden circle with its owner's invite. */
async function hiddenCircle(testApp: TestApp) {
  const owner = await testApp.seed.investor()
  const circle = await createCircle(testApp, owner)
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circle._id).execute()
  const { token } = (await testApp.call(owner, 'POST', `app/circle/${circle._id}/invite`)).data<{ token: string }>()
  return { owner, circle, token }
}

test('a wish is saved with the account, one per person, and names its circle', async ({ testApp }) => {
  const person = await testApp.seed.person()
  expect(await read(testApp, person)).toBeNull()
  const circle = await createCircle(testApp, await testApp.seed.investor())
  expect((await save(testApp, person, '/create-circle')).data()).toMatchObject({ path: '/create-circle', act: 'create', circle: null })
  await save(testApp, person, `/join-circle/${circle._id}?utm=x#top`)
  const expected = { path: `/join-circle/${circle._id}`, act: 'join', circle: { _id: circle._id, title: circle.title } }
  expect(await read(testApp, person)).toMatchObject(expected)
  expect(await read(testApp, await testApp.seed.person())).toBeNull()
  expect((await testApp.call(person, 'DELETE', 'app/wish')).status).toBe(204)
  expect(await read(testApp, person)).toBeNull()
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
])('the path %s cannot be saved', async (path, { testApp }) => {
  const person = await testApp.seed.person()
  expect((await save(testApp, person, path)).status).toBe(400)
  expect(await read(testApp, person)).toBeNull()
})

test('a circle that the person may not see cannot be wished for', async ({ testApp }) => {
  const person = await testApp.seed.person()
  const { circle } = await hiddenCircle(testApp)
  for (const path of [`/join-circle/${circle._id}`, `/join-circle/${circle._id}?invite=wrong`, `/circle-public/${circle._id}?invite=wrong`])
    expect((await save(testApp, person, path)).status).toBe(404)
})

test('only joining, creating and invitations are wishes, not pages that were opened by their address', async ({ testApp }) => {
  const [person, owner] = [await testApp.seed.pending(), await testApp.seed.investor()]
  const circle = await createCircle(testApp, owner)
  const { token } = (await testApp.call(owner, 'POST', `app/circle/${circle._id}/invite`)).data<{ token: string }>()
  const looked = [`/circle-public/${circle._id}`, `/circle-public/${circle._id}?invite=wrong`, `/circle/${circle._id}`]
  for (const path of ['/dashboard', '/profile', ...looked]) expect((await save(testApp, person, path)).status).toBe(400)
  expect(await read(testApp, person)).toBeNull()

  const path = `/circle-public/${circle._id}?invite=${token}`
  await save(testApp, person, path)
  expect(await read(testApp, person)).toMatchObject({ path, act: 'invitation', circle: { title: circle.title } })
  await testApp.call(owner, 'DELETE', `app/circle/${circle._id}/invite`)
  expect(await read(testApp, person)).toBeNull()
})

test('an invite works from registration to joining a hidden circle, and ends when it is revoked', async ({ testApp }) => {
  const { owner, circle, token } = await hiddenCircle(testApp)
  const [person, admin] = [await testApp.seed.pending(), await testApp.seed.admin()]
  await save(testApp, person, `/join-circle/${circle._id}?invite=${token}`)
  const path = `/join-circle/${circle._id}?invite=${token}`
  await save(testApp, person, '/create-circle')
  expect(await read(testApp, person)).toMatchObject({ path, circle: { title: circle.title } })
  const stored = await testApp.db.selectFrom('kept_wishes').selectAll().where('user_id', '=', person._id).executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(token)

  await testApp.call(admin, 'POST', 'admin/user-verification', { user: person._id })
  const mail = await testApp.db
    .selectFrom('mails')
    .select('props')
    .where('template', '=', 'you-are-verified')
    .where('user_id', '=', person._id)
    .executeTakeFirstOrThrow()
  expect(mail.props).toMatchObject({ link: `${testApp.services.settings.publicUrl}${path}` })

  const bought = await testApp.call(person, 'POST', `app/circle-membership/${circle._id}?invite=${token}`, { investmentAmount: 75_000 })
  expect(bought.status).toBe(200)
  expect(await read(testApp, person)).toBeNull()

  const late = await testApp.seed.pending()
  await save(testApp, late, path)
  await testApp.call(owner, 'DELETE', `app/circle/${circle._id}/invite`)
  expect(await read(testApp, late)).toBeNull()
})

test('the mail links to the wish even if the address is not confirmed yet', async ({ testApp }) => {
  const [person, admin] = [await testApp.seed.pending(), await testApp.seed.admin()]
  const circle = await createCircle(testApp, await testApp.seed.investor())
  await testApp.db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', person._id).execute()
  await save(testApp, person, `/join-circle/${circle._id}`)
  await testApp.call(admin, 'POST', 'admin/user-verification', { user: person._id })
  const mail = await testApp.db.selectFrom('mails').select('props').where('user_id', '=', person._id).executeTakeFirstOrThrow()
  expect(mail.props).toEqual({ firstName: '', link: `${testApp.services.settings.publicUrl}/join-circle/${circle._id}` })
})

test('the mail "You are verified" links to the front page if there is no wish', async ({ testApp }) => {
  const [person, admin] = [await testApp.seed.pending(), await testApp.seed.admin()]
  await testApp.call(admin, 'POST', 'admin/user-verification', { user: person._id })
  const mail = await testApp.db.selectFrom('mails').select('props').where('user_id', '=', person._id).executeTakeFirstOrThrow()
  expect(mail.props).toMatchObject({ link: testApp.services.settings.publicUrl })
})

test('a full circle is shown instead of joined; a joined one is opened', async ({ testApp }) => {
  const { circle, buyer } = await fullCircle(testApp)
  const person = await testApp.seed.person()
  await save(testApp, person, `/join-circle/${circle._id}`)
  expect(await read(testApp, person)).toMatchObject({ path: `/circle-public/${circle._id}`, act: 'join' })
  await save(testApp, buyer, `/join-circle/${circle._id}`)
  expect(await read(testApp, buyer)).toMatchObject({ path: `/circle/${circle._id}` })
})

test('a purchase fulfils only the wish for that circle', async ({ testApp }) => {
  const [joined, other] = [
    await createCircle(testApp, await testApp.seed.investor()),
    await createCircle(testApp, await testApp.seed.investor()),
  ]
  const person = await testApp.seed.investor()
  await save(testApp, person, `/join-circle/${other._id}`)
  await buyArcs(testApp, person, joined)
  expect(await read(testApp, person)).toMatchObject({ path: `/join-circle/${other._id}` })
})

test('a wish is in the export and is deleted with the person', async ({ testApp }) => {
  const person = await testApp.seed.person({ password: 'Correct-horse-7' })
  await save(testApp, person, '/create-circle')
  expect((await exportOf(testApp, person)).data<{ wish: object }>().wish).toMatchObject({ path: '/create-circle' })
  await testApp.call(person, 'DELETE', `app/user/${person._id}`, { currentPassword: 'Correct-horse-7' })
  expect(await testApp.db.selectFrom('kept_wishes').selectAll().where('user_id', '=', person._id).execute()).toEqual([])
})
