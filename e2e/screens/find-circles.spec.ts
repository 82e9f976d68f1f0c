import type { Request, Route } from '@playwright/test'
import { circleForm } from '#server/testing/circle-form.ts'
import { callAs, makeCircle } from '../circles.ts'
import { aCircle, aroundDenver, fullCircle, openCircle } from '../demo-circles.ts'
import { expect, expectNoSeriousFindings, type Page, storeSession, test } from '../journey.ts'
import { freshTitle, investor } from '../people.ts'

const cards = (page: Page) => page.getByRole('article')
const found = (page: Page) => page.getByRole('heading', { name: /^Found [\d,]+ circles?$/ })
const chips = (page: Page) => page.getByRole('group', { name: 'Active filters' })

async function foundCount(page: Page): Promise<number> {
  return Number((await found(page).textContent())?.replace(/\D/g, ''))
}

/** The names of the fonts that the browser draws a text with. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument')
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId })
  await browser.detach()
  return fonts.map(({ familyName }) => familyName)
}

test('names from anywhere in Europe, and titles from Vietnam, are drawn in our fonts', async ({ page, request }) => {
  const title = freshTitle('Huế and Łódź')
  await makeCircle(request, await investor(request), {}, { title, location: { city: 'Šibenik', state: 'CO', lat: 39.7, lng: -105 } })
  await page.goto(`/?q=${encodeURIComponent(title)}`)
  await expect(cards(page)).toContainText(['Šibenik'])
  const loaded = () =>
    page.evaluate(() => [...document.fonts].flatMap(({ family, status }) => (status === 'loaded' ? [family] : [])).sort())
  await expect
    .poll(async () => (await loaded()).filter((family) => !family.endsWith('Until Loaded')))
    .toEqual(['Figtree Extended', 'Figtree Variable', 'Newsreader Extended', 'Newsreader Variable', 'Newsreader Vietnamese'])
  await expect.poll(() => fontsOf(page, 'article h3')).toEqual([expect.stringMatching(/^Newsreader/)])
  await expect.poll(() => fontsOf(page, 'article h3 + p')).toEqual([expect.stringMatching(/^Figtree/)])
})

test.describe('a visitor', () => {
  test('sees five circles, with links to them, to registration and to the map', async ({ page, request }) => {
    const circle = await aCircle(request, openCircle)
    await page.goto('/')
    await expect(page).toHaveTitle('Find Investment Circles · Arcstead')
    await expect(page.getByRole('heading', { level: 1, name: 'Find Investment Circles' })).toBeVisible()
    await expect(cards(page)).toHaveCount(5)
    await expect(page.getByRole('link', { name: 'Sign Up to Create' })).toHaveAttribute('href', /^\/register/)
    await expect(page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Map' })).toHaveAttribute(
      'href',
      '/find-circles/map-view',
    )
    await page.goto(`/?q=${encodeURIComponent(circle.title)}`)
    const card = cards(page).filter({ has: page.locator(`a[href="/circle-public/${circle._id}"]`) })
    await expect(card).toContainText(`${circle.location.city}, ${circle.location.state}`)
    await expect(card).toContainText(`${circle.investmentCriteria.geographicRadius} mi radius`)
    await expect(card).toContainText(`${circle.percentFunded}% funded`)
    await expect(card.getByRole('img', { name: /funded by/ })).toBeVisible()
    // A map is drawn once it can be seen.
    await card.scrollIntoViewIfNeeded()
    await expect(card.locator('canvas[data-drawn]')).toBeVisible({ timeout: 20_000 })
    await expectNoSeriousFindings(page)
    await card.getByRole('link', { name: 'Explore Circle' }).click()
    await expect(page).toHaveURL(`/circle-public/${circle._id}`)
  })

  for (const width of [390, 1280])
    test(`sees the fields of the filters come without a move at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.addInitScript(() => {
        const heights = new Map<string, number>()
        new MutationObserver(() => {
          const panel = document.querySelector('[aria-label="Filters"]')
          const stage = panel?.querySelector('[class*=skeletons_bone]') ? 'skeletons' : 'fields'
          if (panel) heights.set(stage, panel.getBoundingClientRect().height)
        }).observe(document, { childList: true, subtree: true })
        Object.assign(window, { heightsOf: () => Object.fromEntries(heights) })
      })
      await page.goto('/')
      await expect(cards(page)).toHaveCount(5)
      const heights = await page.evaluate(() => (window as unknown as { heightsOf: () => Record<string, number> }).heightsOf())
      expect(heights).toEqual({ skeletons: expect.any(Number), fields: expect.closeTo(heights.skeletons ?? 0, 0) })
    })

  test('finds the same at /find-circles', async ({ page }) => {
    await page.goto('/find-circles')
    await expect(found(page)).toBeVisible()
  })

  test('searches around a place, widens the radius, and undoes it step by step with the back button', async ({ page }) => {
    await page.goto('/')
    await expect(found(page)).toBeVisible()
    // No test creates or deletes circles around Boston.
    await page.getByLabel('Location').fill('Bost')
    await page.getByRole('option', { name: 'Boston, Massachusetts' }).click()
    await expect(page).toHaveURL(/lat=42\.3.*lng=-71\..*radius=15/)
    await expect(chips(page)).toContainText('Boston, MA')
    await expect.poll(() => foundCount(page)).toBe(1)
    await expect(cards(page).first()).toContainText(/\d+\.\d miles/)

    const slider = page.getByRole('slider', { name: 'Search radius' })
    await slider.focus()
    for (let step = 0; step < 17; step += 1) await slider.press('ArrowRight')
    await expect(page).toHaveURL(/radius=100/)
    await expect(chips(page)).toContainText('100 miles')
    await expect.poll(() => foundCount(page)).toBeGreaterThan(1)

    await page.getByRole('button', { name: 'Remove 100 miles' }).click()
    await expect(page).toHaveURL(/radius=15/)
    await page.goBack()
    await expect(page).toHaveURL(/radius=100/)
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(() => foundCount(page)).toBeGreaterThan(20)
    await expect(page.getByRole('slider', { name: 'Search radius' })).toHaveCount(0)
  })

  // No test creates a circle for commercial space, so both readers see the same result.
  test('shares a filtered search by its URL', async ({ page, newBrowser }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Advanced filters' }).click()
    await page.getByRole('group', { name: 'Property types' }).getByText('Commercial Space', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Ownership structure' }).click()
    await page.getByRole('option', { name: 'LLC' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Sort by' }).click()
    await page.getByRole('option', { name: 'Alphabetical' }).click()
    await expect(page).toHaveURL(/propertyTypes=commercial.*ownershipStructure=llc.*sort=title/)
    await expect(page.locator('.find-circles_foundCircles')).toHaveAttribute('aria-busy', 'false')
    const titles = await page.locator('article h3').allInnerTexts()
    expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b)))

    const elsewhere = await newBrowser()
    await elsewhere.goto(page.url())
    await expect(chips(elsewhere)).toContainText('Commercial Space')
    await expect(chips(elsewhere)).toContainText('LLC')
    await expect(elsewhere.locator('article h3')).toHaveText(titles)
    await expect(elsewhere.getByRole('checkbox', { name: 'Commercial Space' })).toBeChecked()
    await expectNoSeriousFindings(elsewhere)
  })

  test('uses pagination links, changes the page size, and is redirected from a page past the end', async ({ page }) => {
    await page.goto('/')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(pages.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('href', '/?page=2')
    await pages.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(found(page)).toBeFocused()
    await page.getByRole('combobox', { name: 'Circles per page' }).click()
    await page.getByRole('option', { name: '9 per page' }).click()
    await expect(page).toHaveURL(/\/\?pageSize=9$/)
    await expect(cards(page)).toHaveCount(9)
    await page.goto('/?page=5000')
    await expect(page).toHaveURL(/page=\d{1,3}$/)
    await expect(cards(page).first()).toBeVisible()
  })

  test('can open any invalid parameters in the URL', async ({ page }) => {
    await page.goto('/?lat=abc&lng=999&radius=-3&page=-7&pageSize=13&sort=colour&propertyTypes=castle,land&minTarget=x&bbox=1,2,3')
    await expect(found(page)).toBeVisible()
    await expect(chips(page)).toContainText('Land')
    await expect(chips(page).getByRole('button')).toHaveCount(2)
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('Newest First')
  })

  test('searches with the keyboard only', async ({ page }) => {
    await page.goto('/')
    await expect(found(page)).toBeVisible()
    await page.getByLabel('Location').focus()
    await page.keyboard.type('boulder')
    await expect(page.getByRole('option', { name: 'Boulder, Colorado' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/Boulder/)
    await page.getByRole('button', { name: 'Advanced filters' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Single Family Home' }).focus()
    await page.keyboard.press('Space')
    await expect(page).toHaveURL(/propertyTypes=single_family/)
    await page.getByRole('button', { name: 'Remove Single Family Home' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/propertyTypes/)
  })

  test('sees an error message, and tries again', async ({ page }) => {
    await page.route('**/api/public/circle?*', (route) =>
      route.fulfill({ status: 500, json: { status: 500, message: 'Failed', error: 'Down' } }),
    )
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Failed to load investment circles. Please try again.' })).toBeVisible({
      timeout: 20_000,
    })
    await page.unroute('**/api/public/circle?*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(found(page)).toBeVisible()
  })

  test('finds exactly one circle by keywords, and none', async ({ page, request }) => {
    const owner = await investor(request)
    const title = `Only House ${Date.now()}`
    await callAs(request, owner.token, 'post', 'app/circle', circleForm({}, { title }))
    await page.goto(`/?q=${encodeURIComponent(title.toLowerCase())}`)
    await expect(page.getByRole('heading', { name: 'Found 1 circle', exact: true })).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await expectNoSeriousFindings(page)
    await page.goto('/?q=Zzyzx+nowhere')
    await expect(page.getByRole('heading', { name: 'No Circles Found' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear all' }).first().click()
    await expect(found(page)).toBeVisible()
  })

  test('sees the cards in one column on a phone, also in dark mode', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/?${aroundDenver}&radius=25`)
    await expect(found(page)).toBeVisible()
    const lefts = await cards(page).evaluateAll((all) => [...new Set(all.map((card) => Math.round(card.getBoundingClientRect().left)))])
    expect(lefts).toHaveLength(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectNoSeriousFindings(page)
  })
})

test('a member sees which circles are their own and opens them from the card', async ({ page, request }) => {
  const [owner, title] = [await investor(request), freshTitle('Card House')]
  const circle = await makeCircle(request, owner, {}, { title })
  await storeSession(page, owner.token)
  await page.goto(`/?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('link', { name: 'Create Your Circle' })).toHaveAttribute('href', '/create-circle')
  const card = cards(page).filter({ has: page.locator(`a[href="/circle/${circle._id}"]`) })
  await expect(card).toContainText('Member')
  await expect(card.locator('.arc-ring_you')).toBeVisible()
  await expectNoSeriousFindings(page)
  await card.click({ position: { x: 60, y: 60 } })
  await expect(page).toHaveURL(`/circle/${circle._id}`)
})

test('the card of a full circle leads to its page with the waiting list', async ({ page, request }) => {
  const circle = await aCircle(request, fullCircle)
  await page.goto(`/?q=${encodeURIComponent(circle.title)}`)
  const card = cards(page).filter({ has: page.getByRole('heading', { name: circle.title }) })
  await expect(card.getByText('Fully Funded', { exact: true })).toBeVisible()
  await expect(card.getByText('Fully funded', { exact: true })).toBeVisible()
  await card.getByRole('link', { name: circle.title }).click()
  await expect(page).toHaveURL(`/circle-public/${circle._id}`)
  await expect(page.getByRole('link', { name: 'Sign Up for the Waiting List' })).toBeVisible()
})

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)

test('the first visit ships at most 230 kB of compressed script and style, without layout shifts', async ({ page }) => {
  const requests: Request[] = []
  page.on('requestfinished', (request) => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname)) requests.push(request)
  })
  await watchShifts(page)
  await page.goto('/')
  await expect(cards(page).first().locator('canvas[data-drawn]')).toBeVisible({ timeout: 20_000 })
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`/: ${(total / 1_000).toFixed(1)} kB of script and style in ${requests.length} files`)
  expect(total).toBeLessThanOrEqual(230_000)
  expect(await shiftsOf(page)).toBe(0)
})

test('the first paint stays where it is when its fonts come late', async ({ page }) => {
  await watchShifts(page)
  const held: Route[] = []
  await page.route('**/*.woff2', (route) => void held.push(route))
  // Only what the server has written.
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const isLoaded = () =>
    page.evaluate(() => [...document.fonts].some(({ family, status }) => /Newsreader Variable/.test(family) && status === 'loaded'))
  expect(await isLoaded()).toBe(false)
  await Promise.all(held.map((route) => route.continue()))
  await expect.poll(isLoaded).toBe(true)
  // Shifts are reported with the frame after the one that draws them.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)))))
  expect(await shiftsOf(page)).toBe(0)
})
