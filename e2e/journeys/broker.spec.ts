import { callAsAdmin, makeCircle, newBroker } from '../circles.ts'
import { expect, test } from '../journey.ts'
import { chooseOption, signInFromStart } from '../navigation.ts'
import { freshTitle, investor } from '../people.ts'
import { fillPropertyForm } from '../properties.ts'

test('a broker signs in, is assigned, adds a property, edits it and answers the circle', async ({ page, request }) => {
  const [owner, broker, title] = [await investor(request), await newBroker(request), freshTitle('Brokered House')]
  const circle = await makeCircle(request, owner, {}, { title })
  await signInFromStart(page, broker.email)
  await expect(page).toHaveURL('/broker/circles')
  await expect(page.getByRole('heading', { name: 'No Assigned Circles' })).toBeVisible()

  await callAsAdmin(request, 'put', `circle/${circle._id}`, { exclusiveAssignedBroker: broker.user._id })
  await page.getByRole('button', { name: 'Open user menu' }).click()
  await page.getByRole('menuitem', { name: 'My Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Profile')
  const yourCircles = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Your Circles' })
  await yourCircles.click()
  await page.getByRole('link', { name: `Manage Circle: ${title}` }).click()
  await expect(page.getByText('Exclusive broker')).toBeVisible()

  await page.getByRole('tab', { name: 'Properties' }).click()
  await page.getByRole('link', { name: 'Add Property' }).first().click()
  await fillPropertyForm(page, '3 Tannery Court')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(new RegExp(`/broker/circle/${circle._id}`))
  await page.getByRole('tab', { name: 'Properties' }).click()
  const listing = page.getByRole('article').filter({ hasText: '3 Tannery Court' })
  await listing.getByRole('link', { name: /Edit/ }).click()
  await page.getByLabel('Price').fill('799000')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('tab', { name: 'Properties' }).click()
  await expect(listing).toContainText('$799,000')
  await chooseOption(page, 'Listing status', 'Under Offer')
  await expect(listing.getByText('Under Offer', { exact: true }).first()).toBeVisible()

  await listing.getByRole('button', { name: /^Discussion/ }).click()
  const panel = page.getByRole('dialog', { name: '3 Tannery Court' })
  await panel.getByLabel('Write to the circle').fill('I can show it on Friday.')
  await panel.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(panel.getByRole('log').getByText('I can show it on Friday.')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await yourCircles.click()
  await expect(page.getByRole('link', { name: `Manage Circle: ${title}` })).toBeVisible()
})
