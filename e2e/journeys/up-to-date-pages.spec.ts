import { callAs, callAsAdmin, joinCircle, makeCircle } from '../circles.ts'
import { expect, test } from '../journey.ts'
import {
  confirmDialog,
  expectOnAllPages,
  expectOnDashboard,
  fillCache,
  findInGrid,
  findOnMap,
  joinFromGrid,
  openFromSidebar,
  openOwnCircle,
  startAsAdmin,
  startSignedIn,
} from '../navigation.ts'
import { freshTitle, investor, newUser } from '../people.ts'
import { createByWizard } from '../wizard.ts'

test.describe.configure({ timeout: 240_000 })

test('someone who joins from the first page arrives in the circle, and every page is up to date, also in another browser', {
  tag: '@special',
}, async ({ page, request, newBrowser }) => {
  const [owner, member, title] = [await investor(request), await investor(request), freshTitle('Fresh House')]
  const circle = await makeCircle(request, owner, {}, { title })
  const other = await newBrowser()
  await startSignedIn(page, member)
  await fillCache(page, title)
  await startSignedIn(other, owner)
  await fillCache(other, title, { own: [title] })

  await joinFromGrid(page, title)
  await expect(page).toHaveURL(`/circle/${circle._id}`)
  await expectOnAllPages(page, { title, percent: 33, members: 2, isMember: true })
  await expectOnAllPages(other, { title, percent: 33, members: 2, isMember: true })

  await test.step('and leaves it again', async () => {
    await openOwnCircle(page, title, 'Members')
    await page.getByRole('button', { name: 'Leave Circle' }).click()
    await confirmDialog(page)
    await expect(page).toHaveURL(`/circle-public/${circle._id}`)
    await expectOnAllPages(page, { title, percent: 25, members: 1, isMember: false })
    await expectOnAllPages(other, { title, percent: 25, members: 1, isMember: true })
  })
})

test('someone who creates a circle arrives in it, and finds it in grid, map and dashboard', { tag: '@special' }, async ({
  page,
  request,
}) => {
  const [owner, title] = [await investor(request), freshTitle('Wizard House')]
  await startSignedIn(page, owner)
  await fillCache(page, title, { isThere: false })
  await openFromSidebar(page, 'Create Circle')
  await createByWizard(page, title)
  await expectOnAllPages(page, { title, percent: 33, members: 1, isMember: true })
})

test('members and circles that an administrator removes, hides or deletes disappear from an open page', { tag: '@special' }, async ({
  page,
  request,
  newBrowser,
}) => {
  const [owner, member, title] = [await investor(request), await investor(request), freshTitle('Watched House')]
  const circle = await makeCircle(request, owner, {}, { title })
  await joinCircle(request, member, circle, 75_000)
  const admin = await newBrowser()
  await startSignedIn(page, member)
  await fillCache(page, title, { own: [title] })
  await startAsAdmin(admin)
  await findInGrid(admin, title)

  await test.step('a member is removed', async () => {
    await openFromSidebar(admin, 'Circle Management')
    await admin.getByLabel('Search circles').fill(title)
    await admin.getByRole('link', { name: `View ${title}` }).click()
    await admin.getByRole('tab', { name: 'Members' }).click()
    await admin
      .getByRole('row')
      .filter({ hasText: member.email })
      .getByRole('button', { name: /Remove member/ })
      .click()
    await confirmDialog(admin)
    await expect(admin.getByRole('row').filter({ hasText: member.email })).toHaveCount(0)
    await expectOnAllPages(page, { title, percent: 25, members: 1, isMember: false })
  })

  await test.step('the circle is hidden', async () => {
    await admin.getByRole('link', { name: 'Edit Circle' }).click()
    await admin.getByRole('switch', { name: 'Hidden' }).check()
    await admin.getByRole('button', { name: 'Submit' }).click()
    await expect(admin).toHaveURL(/\/admin\/circle-management(\?.*)?$/)
    await findInGrid(page, title, 0)
    await findOnMap(page, 0)
  })

  await test.step('and shown, and deleted', async () => {
    await callAsAdmin(request, 'put', `circle/${circle._id}`, { hideCircle: false })
    await findInGrid(page, title)
    await admin.getByLabel('Search circles').fill(title)
    await admin.getByRole('link', { name: `View ${title}` }).click()
    await admin.getByRole('button', { name: 'Delete Circle' }).click()
    await admin.getByLabel('Type the title of the circle').fill(title)
    await confirmDialog(admin)
    await expect(admin).toHaveURL(/\/admin\/circle-management(\?.*)?$/)
    await openFromSidebar(page, 'Dashboard')
    await findInGrid(page, title, 0)
    await findOnMap(page, 0)
    await expectOnDashboard(page, [])
  })
})

test('a new name appears at once for the person and for other members', { tag: '@special' }, async ({ page, request, newBrowser }) => {
  const [owner, member, title] = [await investor(request), await investor(request), freshTitle('Named House')]
  const circle = await makeCircle(request, owner, {}, { title })
  await joinCircle(request, member, circle, 75_000)
  const other = await newBrowser()
  await startSignedIn(page, member)
  await startSignedIn(other, owner)
  for (const window of [page, other]) {
    await openOwnCircle(window, title, 'Members')
    await expect(window.getByRole('rowheader').filter({ hasText: 'Maya Stone' })).toHaveCount(2)
  }
  await openFromSidebar(page, 'My Profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Profile')
  await page.getByRole('textbox', { name: 'First name' }).fill('Zelda')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Welcome Zelda Stone')).toBeVisible()
  for (const window of [page, other]) {
    await openOwnCircle(window, title, 'Members')
    await expect(window.getByRole('rowheader').filter({ hasText: 'Zelda Stone' })).toHaveCount(1)
  }
})

test('after verification the next click opens the wanted page; after its withdrawal, the waiting page', { tag: '@special' }, async ({
  page,
  request,
}) => {
  const someone = await newUser(request)
  const save = { verificationRequested: true }
  await callAs(request, someone.token, 'post', `app/user/${someone.user._id}`, save)
  // Without live updates the gate has to refetch the session.
  await page.route('**/api/app/stream**', (route) => route.abort())
  await startSignedIn(page, someone)
  await openFromSidebar(page, 'Find Circles')
  await expect(page.getByRole('link', { name: 'Create Circle' }).first()).toBeVisible()
  await callAsAdmin(request, 'post', 'approve-registration', { user: someone.user._id })
  await openFromSidebar(page, 'Create Circle')
  await expect(page).toHaveURL('/create-circle')
  await callAsAdmin(request, 'put', `user/${someone.user._id}`, { isVerified: false })
  await openFromSidebar(page, 'Dashboard')
  await expect(page).toHaveURL('/user-verification')
})
