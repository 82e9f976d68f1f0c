import { callAs, makeCircle } from '../circles.ts'
import { expect, expectNoSeriousFindings, storeSession, test } from '../journey.ts'
import { investor } from '../people.ts'

const boise = { city: 'Boise', state: 'ID', lat: 43.6135, lng: -116.2035 }

test('a person with preferences sees how circles fit, and sorts by fit', async ({ page, request }) => {
  test.setTimeout(180_000)
  const [owner, seeker] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner)
  const investmentPreference = {
    preferredInvestmentRadius: 100,
    propertyInvestmentRange: { min: 50_000, max: 450_000 },
    propertyTypes: ['land'],
  }
  await callAs(request, seeker.token, 'post', 'app/profile', {
    firstName: 'Maya',
    lastName: 'Stone',
    location: boise,
    investmentPreference,
  })

  await storeSession(page, seeker.token)
  await page.goto(`/circle-public/${circle._id}`)
  const fit = page.getByRole('list', { name: 'How this circle fits your preferences' })
  await expect(fit).toContainText('Does not fit: Looks for Multi-Family, none of your types')
  await expect(fit).toContainText('Fits: One arc is $75,000, within your range')
  await expectNoSeriousFindings(page)

  await page.goto('/')
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Best Fit')
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Newest First' }).click()
  await expect(page).toHaveURL(/sort=createdAt/)
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: 'Best Fit' }).click()
  await expect(page).toHaveURL('/')
  const counts = async () => {
    const lists = await page.getByRole('list', { name: /fits your preferences/ }).all()
    return Promise.all(lists.map(async (list) => (await list.getByText('Fits:').count()) - (await list.getByText('Does not fit:').count())))
  }
  await expect(async () => {
    const found = await counts()
    expect(found.length).toBeGreaterThan(1)
    expect(found).toEqual([...found].sort((a, b) => b - a))
  }).toPass()
})

test('for a visitor, a link sorted by fit shows the newest first, without that option', async ({ page }) => {
  await page.goto('/?sort=fit')
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Newest First')
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await expect(page.getByRole('option', { name: 'Newest First' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Best Fit' })).toHaveCount(0)
})
