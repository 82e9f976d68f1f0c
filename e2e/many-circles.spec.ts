import { fillWithCircles } from '#server/testing/circle-crowd.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { openTown, type Town } from '#server/testing/town.ts'
import { expect, type Page, test } from './journey.ts'
import { headersOf } from './people.ts'

/** A product of one's own, on an empty database. */
async function inOwnTown(walk: (town: Town) => Promise<void>): Promise<void> {
  const town = await openTown()
  try {
    await walk(town)
  } finally {
    await town.close()
  }
}

const inCounter = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

test('with a single circle, grid and map show just that one', async ({ page, request }) => {
  test.setTimeout(240_000)
  await inOwnTown(async (town) => {
    const { url } = await town.startApi()
    const { token } = await town.seed.investor()
    const answer = await request.post(`${url}/api/app/circle`, { headers: headersOf(token), data: circleForm() })
    expect(answer.status()).toBe(200)
    await page.goto(url)
    await inCounter(page, 'Found 1 circle')
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.goto(`${url}/find-circles/map-view`)
    await inCounter(page, 'Showing 1 circle')
    await expect(page.locator('.map-marker')).toHaveCount(1)
    await expect(page.locator('.map-cluster')).toHaveCount(0)
  })
})

test('with 100,000 circles one pages, searches and comes nearer on the map as with sixty', async ({ page }) => {
  test.setTimeout(360_000)
  await inOwnTown(async (town) => {
    await fillWithCircles(town.databaseUrl, 100_000)
    const { url } = await town.startApi()
    await page.goto(url)
    await expect(page.getByText(/^Found [\d,]+\+? circles$/)).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(5)
    const [first] = await page.getByRole('article').getByRole('heading').allInnerTexts()
    await page.goto(`${url}/?page=2`)
    await expect(page.getByRole('article')).toHaveCount(5)
    await expect(page.getByRole('article').getByRole('heading').first()).not.toHaveText(first ?? '')

    await page.goto(`${url}/find-circles/map-view`)
    await inCounter(page, 'Showing 100,000 circles')
    const clusters = page.locator('.map-cluster')
    await expect(clusters.first()).toBeVisible()
    const country = await clusters.allInnerTexts()
    await clusters.first().press('Enter')
    await expect(page).toHaveURL(/bbox=/)
    await expect.poll(() => clusters.allInnerTexts()).not.toEqual(country)
  })
})
