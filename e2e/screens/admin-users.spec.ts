import { emailOf } from '#demo/logins.ts'
import { joinCircle, makeCircle } from '../circles.ts'
import { endUndoTime } from '../jobs.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, test } from '../journey.ts'
import { verifyUser } from '../navigation.ts'
import { freshEmail, headersOf, investor, mailedLink, mailsTo, newUser, password } from '../people.ts'
import { exportCsv, find } from '../user-lists.ts'

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

test('an administrator verifies one person, and mails another without verifying', async ({ page, request, signedInAs }) => {
  const [first, second] = [await newUser(request), await newUser(request)]
  for (const { token, user } of [first, second]) {
    await request.post(`/api/app/user/${user._id}`, { headers: headersOf(token), data: { verificationRequested: true } })
  }
  await signedInAs('admin')
  await page.goto('/admin/user-management')
  await find(page, 'users', first.email)
  await expect(rowOf(page, first.email)).toContainText('Awaiting verification')
  await rowOf(page, first.email).getByRole('link', { name: 'Edit Maya Stone' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Stone' })).toBeVisible()
  await expectNoSeriousFindings(page)
  await verifyUser(page)
  await expectToast(page, 'User verified')
  await expectToast(page, 'Verification email sent successfully!')
  await expect(page).toHaveURL(`/admin/user-management?search=${encodeURIComponent(first.email)}`)
  await endUndoTime(first.user._id)
  await expect
    .poll(async () => (await mailsTo(request, first.email)).some(({ subject }) => /verified/i.test(subject)), { intervals: [100] })
    .toBe(true)
  await expect(rowOf(page, first.email)).toContainText('Verified')

  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.goto(`/admin/manage-user/${second.user._id}`)
  await page.getByRole('button', { name: 'Send Email Notification' }).click()
  await expectToast(page, 'Verification email sent successfully!')
  await expect(page).toHaveURL('/admin')
  await page.getByRole('link', { name: 'Users awaiting verification' }).click()
  await expect(page).toHaveURL('/admin/user-management?verification=awaiting')
  await find(page, 'users', second.email)
  await expect(rowOf(page, second.email)).toContainText('Awaiting verification')

  await page.route('**/api/admin/user-verification', (route) => route.abort())
  await page.goto(`/admin/manage-user/${second.user._id}`)
  await verifyUser(page)
  await expectToast(page, 'Error sending verification email')
  await expect(page).toHaveURL(`/admin/manage-user/${second.user._id}`)
})

test('a broker is added, sets a password by mail, signs in, is exported and deleted', async ({ page, request, signedInAs, newBrowser }) => {
  const email = freshEmail()
  await signedInAs('admin')
  await page.goto('/admin/broker-management')
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Status', 'Created Date', 'Actions'])
  await expectNoSeriousFindings(page)
  await page.getByRole('link', { name: 'Add Broker' }).click()
  await expectNoSeriousFindings(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please provide a first name')).toBeVisible()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByLabel('First name').fill('Dana')
  await page.getByLabel('Last name').fill('Reed')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'Broker created successfully. Welcome email has been sent')
  await expect(page).toHaveURL('/admin/broker-management')
  await find(page, 'brokers', email)
  await expect(rowOf(page, email)).toContainText('Invited')

  await page.getByRole('link', { name: 'Add Broker' }).click()
  await page.getByLabel('First name').fill('Dana')
  await page.getByLabel('Last name').fill('Twice')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('This e-mail address is in use already.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Go back' }).click()

  const window = await newBrowser()
  await window.goto(await mailedLink(request, email, '/set-password'))
  await window.getByRole('textbox', { name: 'Password' }).first().fill(password)
  await window.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await window.getByRole('button', { name: /Set/ }).click()
  await expect(window).toHaveURL('/broker/circles')

  await page.goto(`/admin/broker-management?search=${encodeURIComponent(email)}`)
  await expect(rowOf(page, email)).toContainText('Active')
  const { name, rows } = await exportCsv(page)
  expect(name).toBe('Arcstead_brokers.csv')
  expect(rows[0]).toEqual(['First Name', 'Last Name', 'Email', 'Role', 'Status', 'Created Date', 'Updated Date'])
  expect(rows[1]?.slice(0, 5)).toEqual(['Dana', 'Reed', email, 'Broker', 'Active'])
  expect(rows[1]?.[5]).toMatch(/^\d\d-\d\d-\d{4}$/)
  expect(rows).toHaveLength(2)

  await page.getByRole('button', { name: 'Delete Dana Reed' }).click()
  await expect(page.getByRole('dialog')).toContainText('This action cannot be undone')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'No brokers found' })).toBeVisible()
  const logged = page.waitForEvent('console', (message) => message.text() === 'Invalid data')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await logged
})

test('the owner of a circle with other members cannot be deleted, and the page says why; other people can', async ({
  page,
  request,
  signedInAs,
}) => {
  const [owner, member] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner)
  await joinCircle(request, member, circle, 75_000)
  await signedInAs('admin')
  await page.goto(`/admin/user-management?search=${encodeURIComponent(owner.email)}`)
  await rowOf(page, owner.email)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This person owns a circle with other members.')).toBeVisible()
  await expect(rowOf(page, owner.email)).toBeVisible()

  await find(page, 'users', member.email)
  await rowOf(page, member.email)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, member.email)).toBeVisible()
  await rowOf(page, member.email)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused()
})

test('a person is edited, suspended and reactivated; a version conflict overwrites nothing', async ({ page, request, signedInAs }) => {
  const someone = await investor(request)
  const admin = await signedInAs('admin')
  await page.goto(`/admin/manage-user/${someone.user._id}`)
  await page.getByLabel('First name').fill('Mira')
  await page.getByRole('switch', { name: 'Completed Onboarding' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectToast(page, 'User saved')
  await expect(page.getByText('Mira Stone')).toBeVisible()

  const address = `/api/admin/user/${someone.user._id}`
  expect((await request.post(address, { headers: headersOf(admin), data: { lastName: 'Elsewhere' } })).status()).toBe(200)
  await page.getByLabel('First name').fill('Overwritten')
  await page.getByRole('button', { name: 'Submit' }).click()
  const choice = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await choice.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Overwritten')
  await page.getByRole('button', { name: 'Retry' }).click()
  await choice.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Mira')
  await expect(page.getByLabel('Last name')).toHaveValue('Elsewhere')

  await page.getByRole('button', { name: 'Suspend User' }).click()
  const suspending = page.getByRole('dialog')
  await suspending.getByRole('button', { name: 'Suspend' }).click()
  await expect(suspending.getByText('Please give a reason')).toBeVisible()
  await suspending.getByLabel('Reason').fill('Please write to us.')
  await suspending.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('“Please write to us.”')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reactivate User' })).toBeVisible()
  expect((await request.post('/api/auth/login', { data: { email: someone.email, password } })).status()).not.toBe(200)
  await page.getByRole('button', { name: 'Reactivate User' }).click()
  await expect(page.getByRole('button', { name: 'Suspend User' })).toBeVisible()
  expect((await request.post('/api/auth/login', { data: { email: someone.email, password } })).status()).toBe(200)
})

test('administrators cannot change their own flags, and the page says so', async ({ page, request, signedInAs }) => {
  const token = await signedInAs('admin')
  const { _id } = (await (await request.get('/api/auth/whoami', { headers: headersOf(token) })).json()).data.user
  await page.goto(`/admin/manage-user/${_id}`)
  await expect(page.getByText('Your own flags can be changed only by another administrator.')).toBeVisible()
  for (const name of ['Admin', 'Verified', 'Broker']) await expect(page.getByRole('switch', { name })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Suspend User' })).toBeHidden()
})

test('a list that fails to load is logged and shown empty, and can be reloaded', async ({ page, signedInAs }) => {
  await signedInAs('admin')
  await page.route('**/api/admin/user?*', (route) => route.fulfill({ status: 400, json: { status: 400, message: 'No', error: 'No' } }))
  const logged = page.waitForEvent('console', (message) => message.type() === 'error' && message.text().includes('No'))
  await page.goto('/admin/user-management')
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible()
  await logged
  await page.unroute('**/api/admin/user?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
})

test('on a phone a user’s row shows every value within its card', async ({ page, signedInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signedInAs('admin')
  await page.goto('/admin/user-management')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('columnheader', { name: 'Verification' })).toBeVisible()
  await find(page, 'users', emailOf('newcomer'))
  const row = rowOf(page, emailOf('newcomer'))
  await row.scrollIntoViewIfNeeded()
  for (const part of [row.getByText('Not verified'), row.getByText('Active'), row.getByRole('link', { name: /^Edit/ })]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
})
