import { joinCircle, makeCircle } from '../circles.ts'
import { aCircle, circleWithExclusiveBroker, circleWithoutTarget, fullCircle, openCircle } from '../demo-circles.ts'
import { expect, expectNoSeriousFindings, type Page, storeSession, test } from '../journey.ts'
import { investor } from '../people.ts'

const fact = (page: Page, label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

test('a visitor reads everything about a circle and is offered to sign up', async ({ page, request }) => {
  const circle = await aCircle(request, openCircle)
  await page.goto(`/circle-public/${circle._id}`)
  await expect(page).toHaveTitle(`${circle.title} · Arcstead`)
  await expect(page.getByRole('heading', { level: 1, name: circle.title })).toBeVisible()
  await expect(page.getByText(circle.description)).toBeVisible()
  await expect(page.getByRole('img', { name: `${circle.percentFunded}% funded by ${circle.memberCount} members` })).toBeVisible()
  await expect(fact(page, 'Investment target')).toContainText('$840,000')
  await expect(fact(page, 'Minimum share')).toContainText('1/12')
  await expect(fact(page, 'One arc')).toContainText('$70,000')
  await expect(fact(page, 'Arcs left')).toContainText(`${circle.sharesAvailable} of 12`)
  await expect(fact(page, 'Members')).toContainText(String(circle.memberCount))
  await expect(fact(page, 'Property types')).toContainText('Multi-Family')
  await expect(page.getByRole('row')).toHaveCount(circle.memberCount + 1)
  // The map is drawn when it comes into sight.
  await page.getByRole('heading', { name: 'Geographic Focus' }).scrollIntoViewIfNeeded()
  await expect(page.locator('canvas[data-drawn]')).toBeVisible({ timeout: 20_000 })
  await expectNoSeriousFindings(page)
  await page.getByRole('link', { name: 'Sign Up to Join' }).click()
  await expect(page).toHaveURL(/\/register/)
})

test('a signed-in person can join; a member gets a link inside', async ({ page, request }) => {
  const [owner, other] = [await investor(request), await investor(request)]
  const circle = await makeCircle(request, owner)
  await storeSession(page, other.token)
  await page.goto(`/circle-public/${circle._id}`)
  await page.getByRole('link', { name: 'Join This Circle' }).click()
  await expect(page).toHaveURL(`/join-circle/${circle._id}`)
  await joinCircle(request, other, circle, 75_000)
  await page.goto(`/circle-public/${circle._id}`)
  await expect(page.getByRole('link', { name: 'View Circle' })).toHaveAttribute('href', `/circle/${circle._id}`)
  await expect(page.getByRole('row').filter({ hasText: 'You' })).toContainText('$75,000')
  await expectNoSeriousFindings(page)
})

test('joining is not possible once every share is taken, nor without a target', async ({ page, request }) => {
  const full = await aCircle(request, fullCircle)
  await page.goto(`/circle-public/${full._id}`)
  await expect(page.getByText('Fully Funded', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /Join/ })).toHaveCount(0)
  const open = await aCircle(request, circleWithoutTarget)
  await page.goto(`/circle-public/${open._id}`)
  await expect(fact(page, 'Investment target')).toContainText('Not set')
  await expect(page.getByRole('img', { name: 'No target set' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Join/ })).toHaveCount(0)
})

test('a dedicated broker is marked as exclusive', async ({ page, request }) => {
  const circle = await aCircle(request, circleWithExclusiveBroker)
  await page.goto(`/circle-public/${circle._id}`)
  await expect(fact(page, 'Broker')).toContainText(`${circle.exclusiveAssignedBroker?.firstName}`)
  await expect(fact(page, 'Broker')).toContainText('(Exclusive)')
})

for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'no-such-id', '%3Cscript%3E%00']) {
  test(`${id} shows that there is no circle, with a link back`, async ({ page }) => {
    await page.goto(`/circle-public/${id}`)
    await expect(page.getByRole('heading', { name: 'Circle Not Found' })).toBeVisible()
    await expect(page.getByText('The requested investment circle could not be found.')).toBeVisible()
    // All three are the same screen.
    if (id === 'no-such-id') await expectNoSeriousFindings(page)
    await page.getByRole('link', { name: 'Back to Circles' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
}

test('on a slow connection the circle is readable before the page’s script has loaded', async ({ page, request }) => {
  const { _id, title, description } = await aCircle(request, openCircle)
  await page.route('**/assets/*.js', () => {})
  await page.goto(`/circle-public/${_id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(description)).toBeVisible()
  await page.addInitScript(() => localStorage.setItem('token', '{}'))
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.first-paint h1')).toBeAttached()
  // Signed-in people have another layout, so they see nothing of the visitors' first paint.
  await expect(page.locator('.first-paint h1')).toBeHidden()
})

test('none of the page’s scripts is requested before the first paint', async ({ page, request }) => {
  const { _id } = await aCircle(request, openCircle)
  const scripts: string[] = []
  page.on('request', (asked) => {
    if (/\/assets\/.*\.js$/.test(asked.url())) scripts.push(asked.url())
  })
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.css', async (route) => {
    await isReleased
    await route.continue()
  })
  const styles = page.waitForRequest(/\.css$/)
  await page.goto(`/circle-public/${_id}`, { waitUntil: 'domcontentloaded' })
  await styles
  expect(scripts).toEqual([])
  release()
  await expect(page.getByRole('link', { name: /Join|Sign Up/ }).first()).toBeVisible()
  expect(scripts.length).toBeGreaterThan(3)
})

test('a page opened in a background tab, which never paints, loads all the same', async ({ page, request }) => {
  const { _id } = await aCircle(request, openCircle)
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    const later = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) => (document.querySelector('.first-paint') ? 0 : later(callback))
  })
  await page.goto(`/circle-public/${_id}`)
  await expect(page.getByRole('link', { name: /Join|Sign Up/ }).first()).toBeVisible()
})

test('a page whose script fails to load says so, and stays readable', async ({ page, request }) => {
  const { _id, title } = await aCircle(request, openCircle)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`/circle-public/${_id}`)
  await expect(page.getByRole('alert')).toHaveText('Arcstead could not be loaded. Please check your connection, then load the page again.')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})
