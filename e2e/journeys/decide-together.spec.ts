import { callAsAdmin, joinCircle, makeCircle, newBroker } from '../circles.ts'
import { expect, expectNoSeriousFindings, storeSession, test } from '../journey.ts'
import { investor } from '../people.ts'
import { fillPropertyForm } from '../properties.ts'

test('a broker adds a property, and two members vote and see each other’s votes', async ({ page, request, newBrowser }) => {
  test.setTimeout(180_000)
  const [owner, member, broker] = [await investor(request), await investor(request), await newBroker(request)]
  const circle = await makeCircle(request, owner)
  await joinCircle(request, member, circle, 75_000)
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { exclusiveAssignedBroker: broker.user._id })

  await storeSession(page, broker.token)
  await page.goto('/broker/circles')
  await expect(page.getByRole('heading', { name: 'Your Assigned Circles' })).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.getByRole('link', { name: /Manage Circle/ }).click()
  await page.getByRole('tab', { name: 'Properties' }).click()
  await page.getByRole('link', { name: 'Add Property' }).first().click()
  await expect(page.getByRole('heading', { name: 'Manage Property' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please fill in this field').first()).toBeVisible()
  await fillPropertyForm(page, '70 Millrace Yard')
  await page.getByLabel('Listing link').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Please give the address of a web page, such as https://homes.example/12')).toBeVisible()
  await page.getByLabel('Listing link').fill('listings.example/70')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(new RegExp(`/broker/circle/${circle._id}`))

  const [first, second] = [await newBrowser(owner), await newBrowser(member)]
  for (const window of [first, second]) {
    await window.goto(`/circle/${circle._id}?property=true`)
    await expect(window.getByRole('heading', { name: '70 Millrace Yard' })).toBeVisible()
  }
  await expectNoSeriousFindings(first)
  await first.getByRole('button', { name: /Vote on Property/ }).click()
  await expect(first.getByRole('dialog', { name: 'Vote on Property' })).toBeVisible()
  await first.getByRole('radio', { name: /Ready to Invest/ }).check()
  await first.getByRole('button', { name: 'Save Vote' }).click()
  await expect(first.getByRole('button', { name: /Change Vote/ })).toBeVisible()
  await expect(second.getByRole('listitem').filter({ hasText: /^Ready to Invest3 arcs$/ })).toBeVisible()

  await second.getByRole('button', { name: /Vote on Property/ }).click()
  await second.getByRole('radio', { name: /Veto/ }).check()
  await second.getByRole('button', { name: 'Clear selection' }).click()
  await second.getByRole('radio', { name: /Watch List/ }).check()
  await second.getByRole('button', { name: 'Save Vote' }).click()
  await expect(first.getByRole('listitem').filter({ hasText: /^Watch List1 arc$/ })).toBeVisible()
  await first.getByRole('tab', { name: 'Overview' }).click()
  await expect(first.getByText('50% invest')).toBeVisible()
})
