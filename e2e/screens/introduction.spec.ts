import { expect, expectNoSeriousFindings, type Page, test } from '../journey.ts'

const card = (page: Page) => page.getByRole('region', { name: 'What a circle is' })
const ring = (page: Page) => card(page).getByRole('img', { name: /^\d+% funded by \d+ members?$/ })

/** Where the parts of the card are, in whole pixels. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    ['h1', '.introduction_root', '.introduction_sentence', '.introduction_action', '.introduction_arcs', '.introduction_ring > svg']
      .concat(['.introduction_facts > li:last-child b'])
      .map((part) => {
        const box = document.querySelector(part)?.getBoundingClientRect()
        return box ? `${part} ${[box.x, box.y, box.width, box.height].map(Math.round).join(' ')}` : `${part} is missing`
      }),
  )

for (const width of [1280, 1000, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('a stranger reads what a circle is, and looks at one that is filling up', async ({ page }) => {
      await page.goto('/')
      await expect(card(page)).toContainText('A circle is a few people who buy one property together. It is divided into equal arcs')
      for (const fact of ['No payment is taken here', 'Everyone is verified', 'Decisions follow a written rule'])
        await expect(card(page).getByText(fact)).toBeVisible()
      await expect(ring(page)).toBeVisible()
      await expectNoSeriousFindings(page)
      const [title = ''] =
        (
          await card(page)
            .getByText(/arcs held/)
            .textContent()
        )?.split(/, [^,]*:/) ?? []
      await card(page).getByRole('link', { name: 'See a circle filling up' }).click()
      await expect(page).toHaveURL(/\/circle-public\//)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Sign Up to Join' })).toBeVisible()
    })

    test('nothing moves when the script replaces what the server wrote', async ({ page }) => {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/assets/*.js', async (route) => {
        await released
        await route.continue()
      })
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.locator('.first-paint .introduction_root')).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      const before = await placesOf(page)
      expect(before.filter((place) => place.includes('missing'))).toEqual([])
      release()
      await expect(ring(page)).toBeVisible()
      expect(await placesOf(page)).toEqual(before)
    })
  })
}

test('once hidden it stays hidden, also before the script has loaded', async ({ page }) => {
  await page.goto('/')
  await card(page).getByRole('button', { name: 'Hide this for good' }).click()
  await expect(card(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.route('**/assets/*.js', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('.first-paint h1')).toBeVisible()
  await expect(page.locator('.first-paint .introduction_root')).toBeHidden()
})

test('signed-in people do not see it', async ({ page, signedInAs }) => {
  await signedInAs('investor')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 2, name: /^Found/ })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
})

test('with reduced motion the ring is there at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(ring(page)).toBeVisible()
  const running = await ring(page).evaluate((svg) => svg.getAnimations({ subtree: true }).length)
  expect(running).toBe(0)
})
