import { readFile } from 'node:fs/promises'
import { joinCircle, makeCircle } from '../circles.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, storedToken, storeSession, test } from '../journey.ts'
import { confirmByPassword } from '../navigation.ts'
import { freshEmail, freshTitle, headersOf, investor, mailedLink, password, type Someone, signIn, whoIs } from '../people.ts'
import { smallPicture } from '../pictures.ts'

const newPassword = 'Juniper-Hill-1905'

async function openProfile(page: Page, someone: Someone): Promise<void> {
  await storeSession(page, someone.token)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Profile')
}

test('names and preferences are saved together and are still there on the next visit', async ({ page, request }) => {
  const maya = await investor(request)
  await openProfile(page, maya)
  await page.getByRole('textbox', { name: 'First name' }).fill('M4ya')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('First name should not contain symbols or numbers')).toBeVisible()
  await expect(page.getByText('Please check for errors')).toBeVisible()
  await page.getByRole('textbox', { name: 'First name' }).fill('Mia')
  await expect(page.getByText('Please check for errors')).toBeHidden()

  await page.getByRole('combobox', { name: 'Location' }).pressSequentially('Boulder')
  await page.getByRole('option', { name: 'Boulder, Colorado' }).click()
  const radius = page.getByRole('slider', { name: 'Preferred investment radius' })
  await radius.press('End')
  await expect(radius).toHaveAttribute('aria-valuenow', '100')
  await page.getByText('Condominium').click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Profile saved')
  await expect(page.getByText('Welcome Mia Stone')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Mia')
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Boulder, CO')
  await expect(page.getByRole('checkbox', { name: 'Condominium' })).toBeChecked()
  await expectNoSeriousFindings(page)
})

test('a version conflict overwrites nothing', async ({ page, request }) => {
  const maya = await investor(request)
  await openProfile(page, maya)
  await request.post('/api/app/profile', { headers: headersOf(maya.token), data: { lastName: 'Elsewhere' } })
  await page.getByRole('textbox', { name: 'First name' }).fill('Mia')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('This was changed by someone else meanwhile. Please reload and try again.')).toBeVisible()
  expect((await whoIs(request, maya.token)).firstName).toBe('Maya')
})

test('a picture is uploaded at once, shown, and kept after saving', async ({ page, request }) => {
  const maya = await investor(request)
  await openProfile(page, maya)
  const choose = page.locator('input[type="file"]')
  await page.route('**/api/files/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()), { times: 1 })
  await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: smallPicture() })
  await expect(page.getByText('Something went wrong...')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('img', { name: 'Your profile' })).toBeVisible()

  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Profile saved')
  const topBar = page.getByRole('link', { name: 'Welcome Maya Stone, My Profile' })
  await expect(topBar.locator('img')).toBeVisible()
  const { profileImageKey } = await whoIs(request, maya.token)
  expect(profileImageKey).toMatch(/^portrait\.png-.{24}$/)
  expect(await page.evaluate(() => localStorage.getItem('signedUrls'))).toContain(profileImageKey)

  await page.reload()
  await expect(page.getByRole('img', { name: 'Your profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Profile saved')
  expect((await whoIs(request, maya.token)).profileImageKey).toBeNull()
  await expect(topBar.locator('img')).toHaveCount(0)
  await expect(topBar).toContainText('M')
})

test('a file that is not a picture is refused with a message', async ({ page, request }) => {
  await openProfile(page, await investor(request))
  await page.locator('input[type="file"]').setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('This is not a JPEG, PNG, WebP', { exact: false })).toBeVisible()
})

test('changing the password needs the current one, and ends the other sessions', async ({ page, request }) => {
  const maya = await investor(request)
  const elsewhere = await signIn(request, maya.email)
  await openProfile(page, maya)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('Wrong-Password-1')
  await dialog.getByRole('textbox', { name: 'New password' }).fill(newPassword)
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill(newPassword)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('Your current password is not correct.').first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Current password' })).toBeFocused()
  await expectNoSeriousFindings(page)
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. Your other sessions have ended.')).toBeVisible()
  await expect(dialog).toBeHidden()

  expect((await request.get('/api/auth/whoami', { headers: headersOf(elsewhere) })).status()).toBe(401)
  expect((await request.get('/api/auth/whoami', { headers: headersOf(maya.token) })).status()).toBe(200)
  await signIn(request, maya.email, newPassword)
})

test('changing the email address needs a step-up', async ({ page, request }) => {
  const maya = await investor(request)
  const email = freshEmail()
  await openProfile(page, maya)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'New e-mail' }).fill(email)
  await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Please provide your password')).toBeVisible()
  await confirmByPassword(page, 'Wrong-Password-1')
  await expect(page.getByText('Your current password is not correct.').first()).toBeVisible()
  await expectNoSeriousFindings(page)
  await confirmByPassword(page, password)
  await expect(page.getByText('New e-mail address, not confirmed yet')).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await signIn(request, maya.email)

  await page.goto(await mailedLink(request, email, '/confirm-email'))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Address confirmed' })).toBeVisible()
  await signIn(request, email)
})

test('another session can be ended', async ({ page, request }) => {
  const maya = await investor(request)
  const elsewhere = await signIn(request, maya.email)
  await openProfile(page, maya)
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(page.getByRole('button', { name: 'End session' })).toHaveCount(0)
  expect((await request.get('/api/auth/whoami', { headers: headersOf(elsewhere) })).status()).toBe(401)
  expect((await request.get('/api/auth/whoami', { headers: headersOf(maya.token) })).status()).toBe(200)
})

test('personal data can be downloaded as a file after a step-up', async ({ page, request }) => {
  const maya = await investor(request)
  await openProfile(page, maya)
  await page.getByRole('button', { name: 'Export my data' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), confirmByPassword(page)])
  expect(download.suggestedFilename()).toMatch(/^arcstead-my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(data).toMatchObject({ user: { email: maya.email }, memberships: [], ledger: [], sessions: [{ isCurrent: true }] })
})

test('someone whose circle forbids deleting the account reads first which one, and a link leads there', async ({ page, request }) => {
  const [maya, member] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, maya, {}, { title: freshTitle('Held together') })
  await joinCircle(request, member, circle, 75_000)
  await openProfile(page, maya)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your account cannot be deleted yet' })
  await expect(dialog.getByText('You own it, and it has other members. Hand it over first, or delete it.')).toBeVisible()
  await expectNoSeriousFindings(page)
  await dialog.getByRole('link', { name: circle.title }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(circle.title)
})

test('deleting the account needs a step-up, and removes it', async ({ page, request }) => {
  const maya = await investor(request)
  await openProfile(page, maya)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are You Sure?' })
  await expect(dialog.getByText('This action cannot be undone')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await confirmByPassword(page, 'Wrong-Password-1')
  await expect(page.getByText('Your current password is not correct.').first()).toBeVisible()
  await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByText('Please confirm first that it is you.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await confirmByPassword(page)
  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await storedToken(page)).toBeNull()
  const again = await request.post('/api/auth/login', { data: { email: maya.email, password } })
  expect(again.status()).toBe(401)
})
