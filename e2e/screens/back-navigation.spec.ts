import { callAsAdmin, joinCircle, makeCircle, newBroker } from '../circles.ts'
import { aCircle, fullCircle } from '../demo-circles.ts'
import { expect, expectNoSeriousFindings, expectToast, type Page, test } from '../journey.ts'
import { cardOf, findInGrid, openFromSidebar, signInFromStart, startSignedIn } from '../navigation.ts'
import { freshTitle, investor, mailsTo, newUser } from '../people.ts'
import { fillPropertyForm } from '../properties.ts'

async function openMyCircle(page: Page, title: string): Promise<void> {
  await openFromSidebar(page, 'Dashboard')
  await page
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

const cards = (page: Page) => page.getByRole('article')

test('Back to Circles restores filters, page and scroll position', async ({ page }) => {
  await page.goto('/')
  // Titles repeat among the circles that other journeys make; addresses don't.
  const firstLink = cards(page).first().getByRole('link', { name: 'Explore Circle' })
  const onPageOne = (await firstLink.getAttribute('href')) ?? ''
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(firstLink).not.toHaveAttribute('href', onPageOne)
  const explore = cards(page).getByRole('link', { name: 'Explore Circle' })
  const last = explore.last()
  await last.scrollIntoViewIfNeeded()
  const height = await page.evaluate(() => window.scrollY)
  expect(height).toBeGreaterThan(200)
  const address = page.url()
  await last.click()
  await expect(page).toHaveURL(/circle-public/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: /Back to Circles/ }).click()
  await expect(page).toHaveURL(address)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(height - 120)
  await last.click()
  await expect(page).toHaveURL(/circle-public/)
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(height - 120)
})

test('the browser’s Back goes one step back in joining and creating, and a reload of onboarding keeps step and answers', async ({
  page,
  request,
  newBrowser,
}) => {
  const [owner, person] = [await investor(request), await investor(request)]
  const title = freshTitle('Ferry Court')
  const circle = await makeCircle(request, owner, {}, { title })
  await startSignedIn(page, person)
  await page.getByRole('link', { name: 'Create Your Circle' }).click()
  await page.getByLabel('Title').fill('Step by step')
  await page.getByLabel('Description').fill('One step after the other.')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Where do you want to invest?' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Title')).toHaveValue('Step by step')
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Where do you want to invest?' })).toBeVisible()

  await test.step('a place outside the list is set on the map, with the keyboard only', async () => {
    await page.getByRole('combobox', { name: 'City' }).fill('Zzyzx-on-the-Moor')
    await page.getByRole('combobox', { name: 'City' }).press('Tab')
    await expect(page.getByText('Please choose a place from the list, or set it on the map.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Zzyzx-on-the-Moor')
    await page.getByRole('button', { name: 'Not in the list? Set it on the map' }).press('Enter')
    await page.getByLabel('Name of the place').fill('Zzyzx-on-the-Moor')
    const map = page.getByRole('region', { name: 'Map to set the place on' })
    await map.focus()
    await map.press('ArrowUp')
    await expectNoSeriousFindings(page)
    await page.getByRole('button', { name: 'Use this place' }).press('Enter')
    await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Zzyzx-on-the-Moor')
    await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled()
  })

  await page.goto(`/?q=${encodeURIComponent(title)}`)
  await page.getByRole('link', { name: 'View Details' }).click()
  await page.getByRole('link', { name: 'Join This Circle' }).click()
  await page.getByRole('button', { name: 'Next: Choose Investment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Choose Your Investment' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'How Circle Investments Work' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/circle-public/${circle._id}`)

  const fresh = await newUser(request)
  const other = await newBrowser(fresh)
  await other.goto('/onboarding')
  await other.getByRole('button', { name: "Let's Get Started" }).click()
  await other.getByText('Land', { exact: true }).click()
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Investment Preferences' })).toBeVisible()
  await expect(other.getByRole('checkbox', { name: 'Land' })).toBeChecked()
  await other.goBack()
  await expect(other.getByRole('heading', { name: 'Welcome to Arcstead' })).toBeVisible()
})

test('a member buys more shares, adds a property and is shown it; the owner gets a notice', async ({ page, request }) => {
  const [owner, member] = [await investor(request), await investor(request)]
  const title = freshTitle('Weavers Yard')
  const circle = await makeCircle(request, owner, {}, { title })
  await joinCircle(request, member, circle, 75_000)
  await startSignedIn(page, member)
  await openMyCircle(page, title)
  await expect(page.getByText('8 shares are free. You can add to yours.')).toBeVisible()
  await page.getByRole('tab', { name: 'Financials' }).click()
  await page.getByRole('link', { name: 'Buy More Shares' }).click()
  await page.getByRole('button', { name: 'Next: Choose Investment' }).click()
  await page.getByRole('button', { name: 'Next: Confirm' }).click()
  await expect(page.getByText('You hold already')).toBeVisible()
  await page.getByRole('button', { name: 'Buy Shares' }).click()
  await expect(page).toHaveURL(`/circle/${circle._id}`)
  await expect(page.getByText('7 shares are free. You can add to yours.')).toBeVisible()

  await page.getByRole('tab', { name: 'Vote on Properties' }).click()
  await page.getByRole('link', { name: 'Add Property' }).first().click()
  await fillPropertyForm(page, '24 Ferry Court')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(`/circle/${circle._id}?property=true`)
  await expectToast(page, '24 Ferry Court was added. Members can vote on it now.')
  await expect(page.getByRole('heading', { name: '24 Ferry Court' })).toBeInViewport()

  await expect(async () =>
    expect((await mailsTo(request, owner.email)).map((mail) => mail.subject).join()).toMatch(/Someone joined/),
  ).toPass({
    timeout: 30_000,
  })
})

test('an unassigned broker is redirected from the management page and cannot create a circle', async ({ page, request }) => {
  const [owner, broker] = [await investor(request), await newBroker(request)]
  const title = freshTitle('Tannery Row')
  const circle = await makeCircle(request, owner, {}, { title })
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { assignedBrokers: [broker.user._id] })
  await signInFromStart(page, broker.email)
  await expect(page).toHaveURL('/broker/circles')
  await page.getByRole('link', { name: /Manage Circle/ }).click()
  await expect(page.getByText('Assigned broker')).toBeVisible()
  await callAsAdmin(request, 'put', `circle/${circle._id}`, { assignedBrokers: [] })
  await page.goto(`/broker/circle/${circle._id}`)
  await expect(page).toHaveURL(`/circle-public/${circle._id}`)
  await page.getByRole('link', { name: /Back to Circles/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find Investment Circles' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create Your Circle' })).toHaveCount(0)
})

test('the waiting list of a full circle is reached from card, map list and popup, and can be left', async ({ page, request }) => {
  const circle = await aCircle(request, fullCircle)
  const person = await investor(request)
  await startSignedIn(page, person)
  await findInGrid(page, circle.title)
  await cardOf(page, circle.title).getByRole('link', { name: circle.title }).click()
  await page.getByRole('button', { name: 'Tell me when arcs come free' }).click()
  await expect(page.getByText(/You are on the waiting list\. .* waiting\. Arcs go to the first who joins\./)).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.goto(`/find-circles/map-view?q=${encodeURIComponent(circle.title)}`)
  const listed = page.getByRole('region', { name: 'Circles in this view' })
  await listed.getByRole('link', { name: circle.title }).click()
  await expect(page).toHaveURL(`/circle-public/${circle._id}`)
  await page.getByRole('button', { name: 'Leave the waiting list' }).click()
  await expect(page.getByRole('button', { name: 'Tell me when arcs come free' })).toBeVisible()
})

test('on a phone, a circle shown on the map is scrolled into view with its pin', async ({ page, request }) => {
  const circle = await aCircle(request, fullCircle)
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(`/find-circles/map-view?q=${encodeURIComponent(circle.title)}`)
  const show = page.getByRole('button', { name: `Show ${circle.title} on the map` })
  await show.scrollIntoViewIfNeeded()
  await show.click()
  const popup = page.getByRole('dialog', { name: circle.title })
  await expect(popup.getByText('Fully Funded', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Map of circles' })).toBeInViewport({ ratio: 0.95 })
  const pin = page.getByRole('button', { name: new RegExp(`^${circle.title}`) })
  await expect(pin).toBeInViewport({ ratio: 0.9 })
})

test('a link with too many keywords works, and null instead of a list shows a failure', async ({ page }) => {
  await page.goto(`/?q=${'x'.repeat(600)}`)
  await expect(page.getByRole('heading', { name: 'No Circles Found' })).toBeVisible()
  await page.route('**/api/public/circle?*', (route) => route.fulfill({ json: { status: 200, message: 'OK', data: null } }))
  await page.goto('/')
  await expect(page.getByText('Failed to load investment circles. Please try again.')).toBeVisible()
})
