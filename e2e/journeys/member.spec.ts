import { callAsAdmin, makeCircle } from '../circles.ts'
import { expect, expectToast, test } from '../journey.ts'
import {
  confirmByPassword,
  confirmDialog,
  expectOnDashboard,
  fillCache,
  joinFromGrid,
  openFromSidebar,
  openOwnCircle,
  signInFromStart,
  startSignedIn,
} from '../navigation.ts'
import { freshEmail, freshTitle, investor, password } from '../people.ts'
import { smallPicture } from '../pictures.ts'
import { addProperty, fillPropertyForm } from '../properties.ts'
import { register } from '../registration.ts'

test.describe.configure({ timeout: 240_000 })

test('a visitor registers, is verified, joins a circle, votes, proposes a property and leaves again', async ({ page, request }) => {
  const [owner, email, title] = [await investor(request), freshEmail(), freshTitle('Open House')]
  const circle = await makeCircle(request, owner, {}, { title })
  await addProperty(request, owner, circle, '70 Millrace Yard')

  await test.step('registers and waits', async () => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
    await register(page, { email, firstName: 'Nora', lastName: 'Vale' })
    await page.getByRole('button', { name: "Let's Get Started" }).click()
    await page.getByText('Multi-Family').click()
    await page.getByRole('button', { name: 'Submit & Continue' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification in Progress')
    const [person] = (await callAsAdmin<{ items: { _id: string }[] }>(request, 'get', `user?search=${email}&page=1`)).items
    await callAsAdmin(request, 'post', 'approve-registration', { user: person?._id })
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Verification in Progress')
  })

  await test.step('joins', async () => {
    await fillCache(page, title)
    await joinFromGrid(page, title)
    await expect(page).toHaveURL(`/circle/${circle._id}`)
    await expect(page.getByText('33% funded').first()).toBeVisible()
  })

  await test.step('votes and proposes', async () => {
    await page.getByRole('tab', { name: 'Vote on Properties' }).click()
    await page.getByRole('button', { name: /^Vote on Property/ }).click()
    await page.getByRole('radio', { name: /Ready to Invest/ }).check()
    await page.getByRole('button', { name: 'Save Vote' }).click()
    await expect(page.getByRole('button', { name: /^Change Vote/ })).toBeVisible()
    await page.getByRole('link', { name: 'Add Property' }).first().click()
    await fillPropertyForm(page, '12 Boulder Steps', '620000')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(new RegExp(`/circle/${circle._id}`))
    await openOwnCircle(page, title, 'Vote on Properties')
    await expect(page.getByRole('heading', { name: '12 Boulder Steps' })).toBeVisible()
    await openFromSidebar(page, 'Dashboard')
    await expect(page.getByText('12 Boulder Steps').first()).toBeVisible()
  })

  await test.step('leaves', async () => {
    await openOwnCircle(page, title, 'Members')
    await page.getByRole('button', { name: 'Leave Circle' }).click()
    await confirmDialog(page)
    await expect(page).toHaveURL(`/circle-public/${circle._id}`)
    await expect(page.getByRole('link', { name: 'Join This Circle' })).toBeVisible()
    await expectOnDashboard(page, [])
  })
})

test('a member changes name, picture and password, signs in with the new one, and deletes the account', { tag: '@special' }, async ({
  page,
  request,
}) => {
  const someone = await investor(request)
  const newPassword = 'Juniper-Hill-1905'
  await startSignedIn(page, someone)
  await openFromSidebar(page, 'My Profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Profile')
  await page.getByRole('textbox', { name: 'First name' }).fill('Zelda')
  await page.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: smallPicture() })
  await expect(page.getByRole('img', { name: 'Your profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Profile saved')
  await expect(page.getByText('Welcome Zelda Stone')).toBeVisible()

  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password)
  await dialog.getByRole('textbox', { name: 'New password' }).fill(newPassword)
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(newPassword)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog).toBeHidden()
  await openFromSidebar(page, 'Logout')
  await expect(page).toHaveURL('/login')

  await signInFromStart(page, someone.email, newPassword)
  await openFromSidebar(page, 'My Profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Profile')
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Zelda')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await confirmByPassword(page, newPassword)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})
