import type { Circle } from '#contract/circles.ts'
import type { Property } from '#contract/properties.ts'
import { callAsAdmin, joinCircle, makeCircle, newBroker } from '../circles.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, test } from '../journey.ts'
import { verifyUser } from '../navigation.ts'
import { freshName, investor, newUser } from '../people.ts'
import { fillPropertyForm } from '../properties.ts'

const tableRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

async function openCircle(page: Page, circle: Circle, tab?: string): Promise<void> {
  await page.goto(`/admin/circle-management/${circle._id}`)
  if (tab) await page.getByRole('tab', { name: tab }).click()
}

test('an administrator creates a circle, finds it, hides it, and deletes it', async ({ page, request, signedInAs }) => {
  test.setTimeout(240_000)
  const owner = await investor(request)
  const title = `Quarry Lofts ${Date.now()}`
  await signedInAs('admin')
  await page.goto('/admin/circles')
  await expect(page).toHaveURL('/admin/circle-management')
  await expect(page.getByRole('heading', { name: 'Circle Management' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Circles' })).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.getByRole('link', { name: 'Add Circle' }).click()

  await expect(page.getByRole('heading', { name: 'Create New Circle' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please fill in this field')).toHaveCount(2)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('City').fill('Boulder')
  await page.getByRole('option', { name: 'Boulder, Colorado', exact: true }).click()
  await page.getByLabel('Owner', { exact: true }).fill(owner.email)
  await page.getByRole('option', { name: new RegExp(owner.email) }).click()
  await page.getByLabel('Total target size').fill('5000')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('The target must be at least $10,000')).toBeVisible()
  await page.getByLabel('Total target size').fill('600000')
  await choose(page, 'Minimum share size', '1/6 · $100,000')
  await choose(page, 'Owner investment amount', '$200,000 · 2 arcs')
  await page.getByText('Townhouse', { exact: true }).click()
  await expectNoSeriousFindings(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/admin\/circle-management(\?.*)?$/)

  await page.getByLabel('Search circles').fill(title.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(tableRow(page, title)).toContainText(/Maya Stone.*\$200,000.*\$600,000.*33%.*Visible/)
  await page.getByRole('link', { name: `View ${title}` }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('No description provided.')).toBeVisible()
  await expect(page.getByText(owner.email)).toBeVisible()
  await expectNoSeriousFindings(page)

  await page.getByRole('link', { name: 'Edit Circle' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Circle' })).toBeVisible()
  await expect(page.getByLabel('Total target size')).toHaveValue('600,000.00')
  await page.getByRole('switch', { name: 'Hidden' }).check()
  await page.getByLabel('Description').fill('Six lofts above the quarry.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/admin\/circle-management(\?.*)?$/)
  await page.getByLabel('Search circles').fill(title)
  await expect(tableRow(page, title)).toContainText('Hidden')

  await page.getByRole('link', { name: `View ${title}` }).click()
  await expect(page.getByText('Six lofts above the quarry.')).toBeVisible()
  await page.getByRole('tab', { name: 'Investment Criteria' }).click()
  await expect(page.getByText('Within 15 miles of Boulder, CO')).toBeVisible()
  await expect(page.getByText('Townhouse')).toBeVisible()
  await expectNoSeriousFindings(page)
  const address = page.url()
  await page.getByRole('button', { name: 'Delete Circle' }).click()
  await expect(page.getByRole('dialog', { name: 'Are You Sure?' })).toContainText('This action cannot be undone')
  const typed = page.getByLabel('Type the title of the circle')
  if (await typed.isVisible()) {
    await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
    await typed.fill(title)
  }
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/admin\/circle-management(\?.*)?$/)
  await page.getByLabel('Search circles').fill(title)
  await expect(page.getByText('No Circles Found')).toBeVisible()
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Circle Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Circles' }).click()
  await expect(page).toHaveURL(/\/admin\/circle-management(\?.*)?$/)
})

test('a circle has a dedicated broker, then a team; each choice clears the other', async ({ page, request, signedInAs }) => {
  test.setTimeout(180_000)
  const [owner, one, two] = [await investor(request), await newBroker(request), await newBroker(request)]
  for (const [broker, firstName] of [
    [one, freshName('Ada')],
    [two, freshName('Bea')],
  ] as const)
    await callAsAdmin(request, 'put', `user/${broker.user._id}`, { firstName, lastName: 'Broker' })
  const names = await Promise.all(
    [one, two].map(async ({ user }) => {
      const { firstName, lastName } = await callAsAdmin<{ firstName: string; lastName: string }>(request, 'get', `user/${user._id}`)
      return `${firstName} ${lastName}`
    }),
  )
  const circle = await makeCircle(request, owner)
  const read = () => callAsAdmin<Circle>(request, 'get', `circle/${circle._id}`)
  await signedInAs('admin')
  await openCircle(page, circle, 'Broker Assignment')
  await expectNoSeriousFindings(page)

  await page.getByRole('radio', { name: /Exclusive Broker/ }).check()
  await choose(page, 'Broker', names[0] ?? '')
  await page.getByRole('button', { name: 'Save Assignment' }).click()
  await expectToast(page, 'Broker assignment saved')
  expect(await read()).toMatchObject({ exclusiveAssignedBroker: { _id: one.user._id }, assignedBrokers: [] })

  await page.getByRole('radio', { name: /Multiple Brokers/ }).check()
  await page.getByRole('combobox', { name: 'Brokers', exact: true }).click()
  for (const name of names) await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save Assignment' }).click()
  await expectToast(page, 'Broker assignment saved')
  await expect(page.getByRole('button', { name: 'Save Assignment' })).toBeDisabled()
  const team = await read()
  expect(team.exclusiveAssignedBroker).toBeNull()
  expect(team.assignedBrokers.map((broker) => broker._id).sort()).toEqual([one.user._id, two.user._id].sort())
})

test('a version conflict does not overwrite the other change, and offers to reload', async ({ page, request, signedInAs }) => {
  const circle = await makeCircle(request, await investor(request))
  await signedInAs('admin')
  await page.goto(`/admin/manage-circle/${circle._id}`)
  await page.getByLabel('Description').fill('Mine')
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { title: 'Theirs' })
  await page.getByRole('button', { name: 'Submit' }).click()
  const choice = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await choice.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Retry' }).click()
  await choice.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Theirs')
  await expect(page.getByLabel('Description')).not.toHaveValue('Mine')
  await page.getByLabel('Description').fill('Mine')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/admin\/circle-management(\?.*)?$/)
  expect(await callAsAdmin<Circle>(request, 'get', `circle/${circle._id}`)).toMatchObject({ title: 'Theirs', description: 'Mine' })
})

test('a member can be removed, the owner cannot; ownership is handed over to a member', async ({ page, request, signedInAs }) => {
  const [owner, first, second] = [await investor(request), await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner)
  await joinCircle(request, first, circle, 75_000)
  await joinCircle(request, second, circle, 75_000)
  await callAsAdmin(request, 'put', `user/${second.user._id}`, { firstName: 'Zora' })
  await signedInAs('admin')
  await openCircle(page, circle, 'Members')
  const table = page.getByRole('table', { name: 'Members' })
  await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Role', 'Investment', '% of Total', 'Joined', 'Actions'])
  await expect(tableRow(page, owner.email)).toContainText(/Owner.*\$225,000.*25\.00%/)
  await expect(table.getByRole('button', { name: /Remove member/ })).toHaveCount(2)
  await expectNoSeriousFindings(page)
  await tableRow(page, first.email)
    .getByRole('button', { name: /Remove member/ })
    .click()
  await page.getByRole('dialog', { name: 'Are You Sure?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(tableRow(page, first.email)).toBeVisible()
  await tableRow(page, first.email)
    .getByRole('button', { name: /Remove member/ })
    .click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(tableRow(page, first.email)).toHaveCount(0)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(page.getByText('$300,000 of $900,000')).toBeVisible()

  await page.getByRole('link', { name: 'Edit Circle' }).click()
  await expect(page.getByText('target, share size and the owner’s amount are locked')).toBeVisible()
  await choose(page, 'Owner', 'Zora Stone')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/admin\/circle-management(\?.*)?$/)
  await openCircle(page, circle, 'Members')
  await expect(tableRow(page, second.email)).toContainText('Owner')
})

test('a property is added, edited and deleted, and its votes are counted', async ({ page, request, signedInAs }) => {
  const circle = await makeCircle(request, await investor(request))
  await signedInAs('admin')
  await openCircle(page, circle, 'Properties')
  await expect(page.getByRole('heading', { name: 'No Properties Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Add Property' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Property' })).toBeVisible()
  await fillPropertyForm(page, '418 Alderstone Way')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/admin\/circle-management(\?.*)?$/)

  const [property] = await callAsAdmin<Property[]>(request, 'get', `property?circle=${circle._id}`)
  await openCircle(page, circle, 'Properties')
  const card = page.getByRole('article').filter({ hasText: '418 Alderstone Way' })
  await expect(card).toContainText('Denver, CO 80205')
  await expect(card.getByRole('link', { name: /Listing/ })).toHaveAttribute('href', 'https://listings.example/70')
  await expect(card.getByRole('progressbar')).toHaveCount(3)
  await expectNoSeriousFindings(page)
  await card.getByRole('link', { name: /Edit/ }).click()
  await expect(page).toHaveURL(`/admin/manage-property/${property?._id}`)
  // Focus first: the field removes its commas then.
  await page.getByLabel('Price').focus()
  await page.getByLabel('Price').fill('830000')
  await expectNoSeriousFindings(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/admin\/circle-management(\?.*)?$/)
  await openCircle(page, circle, 'Properties')
  await expect(card).toContainText('$830,000')
  await card.getByRole('link', { name: /Edit/ }).click()
  await page.getByRole('button', { name: 'Delete Property' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No Properties Found' })).toBeVisible()
})

test('someone awaiting verification is reviewed from the overview, which verifies nobody itself', async ({ page, request, signedInAs }) => {
  const someone = await newUser(request)
  const headers = { Authorization: `Bearer ${someone.token.accessToken}`, 'X-Refresh-Token': someone.token.refreshToken }
  await request.post(`/api/app/user/${someone.user._id}`, { headers, data: { verificationRequested: true } })
  await signedInAs('admin')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: /^From \$.* to \$/ })).toBeVisible()
  await expectNoSeriousFindings(page)
  const waiting = page.getByRole('listitem').filter({ hasText: someone.email })
  await expect(page.getByRole('button', { name: /Verify/ })).toHaveCount(0)
  await waiting.getByRole('link', { name: /^Review/ }).click()
  await verifyUser(page)
  await expectToast(page, 'User verified')
  await expect(page).not.toHaveURL(new RegExp(someone.user._id))
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Users awaiting verification' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Stage' })).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('a crash report is shown as text and marked as solved, and the audit log says by whom', async ({ page, request, signedInAs }) => {
  const words = `It broke at ${Date.now()}`
  const error = { name: 'TypeError', message: `${words} <img src=x onerror=alert(1)>`, stack: 'TypeError\n  at somewhere' }
  await request.post('/api/public/log/crash-report', { data: { id: 'new', error, data: { location: '/find-circles' } } })
  await signedInAs('admin')
  await page.goto('/admin/crash-reports?status=open')
  await expectNoSeriousFindings(page)
  await page.getByLabel('Search crash reports').fill(words)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: /^View TypeError/ }).click()
  await expect(page.getByRole('heading', { name: /<img src=x onerror=alert\(1\)>/ })).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.getByRole('button', { name: 'Mark as Solved' }).click()
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('No crash reports found')).toBeVisible()

  await page.goto('/admin/audit-log')
  await choose(page, 'Act', 'Crash report changed')
  await expect(page).toHaveURL(/act=crash_report\.changed/)
  await expect(tableRow(page, 'Crash report changed').first()).toContainText('status: solved')
  await expectNoSeriousFindings(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('Arcstead_audit_log.csv')
  const stream = await file.createReadStream()
  let text = ''
  for await (const part of stream) text += String(part)
  expect(text.startsWith('\uFEFF"When","Act","Who"')).toBe(true)
  expect(
    text
      .split('\r\n')
      .slice(1, -1)
      .every((line) => line.includes('"crash_report.changed"')),
  ).toBe(true)
})

test('the mail outbox shows subject and recipient of each mail', async ({ page, request, signedInAs }) => {
  const broker = await newBroker(request)
  await signedInAs('admin')
  await page.goto('/admin/mail-outbox')
  await page.getByLabel('Search mails').fill(broker.email)
  await expect(tableRow(page, 'Broker welcome')).toHaveCount(1)
  await expect(tableRow(page, 'Broker welcome')).toContainText(broker.email)
  await choose(page, 'Status', 'Failed')
  await expect(page.getByText('No mails found')).toBeVisible()
  await expectNoSeriousFindings(page)
})
