import { callAs, callAsAdmin, joinCircle, makeCircle } from './circles.ts'
import {
  confirm,
  enter,
  enterAsAdmin,
  expectEverywhere,
  expectOnDashboard,
  findInGrid,
  findOnMap,
  follow,
  joinByClicks,
  openOwnCircle,
  warmUp,
} from './front-door.ts'
import { expect, test } from './journey.ts'
import { freshTitle, investor, newcomer } from './people.ts'
import { createByWizard } from './wizard.ts'

test.describe.configure({ timeout: 240_000 })

test('who joins from the first page ends in the circle, and every page tells of it, in another browser too', async ({
  page,
  request,
  windowOf,
}) => {
  const [owner, member, title] = [await investor(request), await investor(request), freshTitle('Fresh TestApp')]
  const circle = await makeCircle(request, owner, {}, { title })
  const other = await windowOf()
  await enter(page, member.email)
  await warmUp(page, title)
  await enter(other, owner.email)
  await warmUp(other, title, { own: [title] })

  await joinByClicks(page, title)
  await expect(page).toHaveURL(`/circle/${circle._id}`)
  await expectEverywhere(page, { title, percent: 33, members: 2, isMember: true })
  await expectEverywhere(other, { title, percent: 33, members: 2, isMember: true })

  await test.step('and leaves it again', async () => {
    await openOwnCircle(page, title, 'Members')
    await page.getByRole('button', { name: 'Leave Circle' }).click()
    await confirm(page)
    await expect(page).toHaveURL(`/circle-public/${circle._id}`)
    await expectEverywhere(page, { title, percent: 25, members: 1, isMember: false })
    await expectEverywhere(other, { title, percent: 25, members: 1, isMember: true })
  })
})

test('who creates a circle ends in it, and finds it in grid, map and dashboard', async ({ page, request }) => {
  const [owner, title] = [await investor(request), freshTitle('Wizard TestApp')]
  await enter(page, owner.email)
  await warmUp(page, title, { isThere: false })
  await follow(page, 'Create Circle')
  await createByWizard(page, title)
  await expectEverywhere(page, { title, percent: 33, members: 1, isMember: true })
})

test('what an administrator removes, hides and deletes is gone from the open page', async ({ page, request, windowOf }) => {
  const [owner, member, title] = [await investor(request), await investor(request), freshTitle('Watched TestApp')]
  const circle = await makeCircle(request, owner, {}, { title })
  await joinCircle(request, member, circle, 75_000)
  const admin = await windowOf()
  await enter(page, member.email)
  await warmUp(page, title, { own: [title] })
  await enterAsAdmin(admin)
  await findInGrid(admin, title)

  await test.step('a member is removed', async () => {
    await follow(admin, 'Circle Management')
    await admin.getByLabel('Search circles').fill(title)
    await admin.getByRole('link', { name: `View ${title}` }).click()
    await admin.getByRole('tab', { name: 'Members' }).click()
    await admin
      .getByRole('row')
      .filter({ hasText: member.email })
      .getByRole('button', { name: /Remove member/ })
      .click()
    await confirm(admin)
    await expect(admin.getByRole('row').filter({ hasText: member.email })).toHaveCount(0)
    await expectEverywhere(page, { title, percent: 25, members: 1, isMember: false })
  })

  await test.step('the circle is hidden', async () => {
    await admin.getByRole('link', { name: 'Edit Circle' }).click()
    await admin.getByRole('switch', { name: 'Hidden' }).check()
    await admin.getByRole('button', { name: 'Submit' }).click()
    await expect(admin).toHaveURL('/admin/circle-management')
    await findInGrid(page, title, 0)
    await findOnMap(page, 0)
  })

  await test.step('and shown, and deleted', async () => {
    await callAsAdmin(request, 'put', `circle/${circle._id}`, { hideCircle: false })
    await findInGrid(page, title)
    await admin.getByLabel('Search circles').fill(title)
    await admin.getByRole('link', { name: `View ${title}` }).click()
    await admin.getByRole('button', { name: 'Delete Circle' }).click()
    await confirm(admin)
    await expect(admin).toHaveURL('/admin/circle-management')
    await follow(page, 'Dashboard')
    await findInGrid(page, title, 0)
    await findOnMap(page, 0)
    await expectOnDashboard(page, [])
  })
})

test('a new name is read at once by oneself and by fellow members', async ({ page, request, windowOf }) => {
  const [owner, member, title] = [await investor(request), await investor(request), freshTitle('Named TestApp')]
  const circle = await makeCircle(request, owner, {}, { title })
  await joinCircle(request, member, circle, 75_000)
  const other = await windowOf()
  await enter(page, member.email)
  await enter(other, owner.email)
  for (const window of [page, other]) {
    await openOwnCircle(window, title, 'Members')
    await expect(window.getByRole('rowheader').filter({ hasText: 'Maya Stone' })).toHaveCount(2)
  }
  await follow(page, 'My Profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Profile')
  await page.getByLabel('First name').fill('Zelda')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Welcome Zelda Stone')).toBeVisible()
  for (const window of [page, other]) {
    await openOwnCircle(window, title, 'Members')
    await expect(window.getByRole('rowheader').filter({ hasText: 'Zelda Stone' })).toHaveCount(1)
  }
})

test('verified meanwhile, the next click leads where one wanted to go; no longer verified, it leads to the waiting page', async ({
  page,
  request,
}) => {
  const someone = await newcomer(request)
  const save = { verificationRequested: true }
  await callAs(request, someone.token, 'post', `app/user/${someone.user._id}`, save)
  // Without news of oneself the gate has to ask.
  await page.route('**/api/app/stream**', (route) => route.abort())
  await enter(page, someone.email)
  await follow(page, 'Find Circles')
  await expect(page.getByRole('link', { name: 'Create Circle' }).first()).toBeVisible()
  await callAsAdmin(request, 'post', 'approve-registration', { user: someone.user._id })
  await follow(page, 'Create Circle')
  await expect(page).toHaveURL('/create-circle')
  await callAsAdmin(request, 'put', `user/${someone.user._id}`, { isVerified: false })
  await follow(page, 'Dashboard')
  await expect(page).toHaveURL('/user-verification')
})
