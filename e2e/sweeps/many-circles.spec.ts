import { connect } from '#server/db/connect.ts'
import { circleForm } from '#server/testing/circle-form.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { seedInto } from '#server/testing/seed.ts'
import { clusterKeys, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { expect, expectNoSeriousFindings, type Page, test } from '../journey.ts'
import { headersOf } from '../people.ts'

const inCounter = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

type Spot = { readonly text: string; readonly x: number; readonly y: number }

const spotsOf = (page: Page): Promise<Spot[]> =>
  page.locator('.base-map_mapCluster').evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility({ opacityProperty: true }))
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return { text: element.textContent ?? '', x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
      })
      .sort((a, b) => a.x - b.x || a.y - b.y),
  )

/** Hundreds of clusters are not animated during a zoom: they are hidden until they have their new positions. */
async function seesEachWhereItBelongs(page: Page): Promise<void> {
  const hasSettled = async (isRight: (spots: Spot[]) => boolean) => expect.poll(async () => isRight(await spotsOf(page))).toBe(true)
  let country: Spot[] = []
  await hasSettled((spots) => {
    const isSame = JSON.stringify(spots) === JSON.stringify(country)
    country = spots
    return isSame && spots.length > 60
  })
  const isCountry = (spots: Spot[]) => JSON.stringify(spots) === JSON.stringify(country)

  await page.getByRole('button', { name: 'Zoom in' }).click()
  await hasSettled((spots) => spots.length > 60 && !isCountry(spots))
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await hasSettled(isCountry)

  // Without an answer, the known clusters stay, twice as far from the centre.
  const map = await page.locator('.map-view_circleMap').boundingBox()
  if (!map) throw new Error('There is no map.')
  const [middleX, middleY] = [map.x + map.width / 2, map.y + map.height / 2]
  const isTwiceAsFar = ({ x, y }: Spot, { x: oldX, y: oldY }: Spot) =>
    Math.abs(x - middleX - 2 * (oldX - middleX)) <= 3 && Math.abs(y - middleY - 2 * (oldY - middleY)) <= 3
  await page.route(/view=clusters/, (route) => route.abort())
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await hasSettled((spots) => spots.length === country.length && country.every((old) => spots.some((spot) => isTwiceAsFar(spot, old))))
  await page.unroute(/view=clusters/)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await hasSettled(isCountry)
}

async function showsNoCircle(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'No Circles Found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign Up to Create' })).toBeVisible()
  await expectNoSeriousFindings(page)
  await page.goto(`${url}/find-circles/map-view`)
  await inCounter(page, 'Showing 0 circles')
  await expectNoSeriousFindings(page)
}

async function showsTheOnlyCircle(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await inCounter(page, 'Found 1 circle')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto(`${url}/find-circles/map-view`)
  await inCounter(page, 'Showing 1 circle')
  await expect(page.locator('.base-map_mapMarker')).toHaveCount(1)
  await expect(page.locator('.base-map_mapCluster')).toHaveCount(0)
}

async function showsVeryMany(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Found more than 1,000 circles' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(5)
  const [first] = await page.getByRole('article').getByRole('heading').allInnerTexts()
  await page.goto(`${url}/?page=2`)
  await expect(page.getByRole('article')).toHaveCount(5)
  await expect(page.getByRole('article').getByRole('heading').first()).not.toHaveText(first ?? '')

  await page.goto(`${url}/find-circles/map-view`)
  await inCounter(page, 'Showing more than 1,000 circles')
  const clusters = page.locator('.base-map_mapCluster')
  await expect(clusters.first()).toBeVisible()
  const country = await clusters.allInnerTexts()
  await seesEachWhereItBelongs(page)

  await clusters.first().press('Enter')
  await expect(page).toHaveURL(/bbox=/)
  await expect.poll(() => clusters.allInnerTexts()).not.toEqual(country)
}

// One PostgreSQL and one bundle of the server for both tests; each has a database of its own.
let cluster: TestCluster
test.beforeAll(async () => {
  test.setTimeout(240_000)
  cluster = await startTestCluster()
})
test.afterAll(() => cluster.close())

test('with no circle, and with a single one, grid and map show exactly that', async ({ page, request }) => {
  test.setTimeout(240_000)
  const database = await emptyDatabase(cluster.databaseUrl)
  const { url } = await cluster.startApi({ DATABASE_URL: database.url })
  await showsNoCircle(page, url)
  const { db, close } = connect(database.url, { max: 1 })
  const { token } = await seedInto(db, { keys: clusterKeys, accessTokenSeconds: 86_400 }).investor()
  await close()
  const answer = await request.post(`${url}/api/app/circle`, { headers: headersOf(token), data: circleForm() })
  expect(answer.status()).toBe(200)
  await showsTheOnlyCircle(page, url)
})

test('pagination, search and map zoom work with 100,000 circles as with sixty', async ({ page }) => {
  test.setTimeout(360_000)
  await fillWithCircles(cluster.databaseUrl, 100_000)
  const { url } = await cluster.startApi()
  await showsVeryMany(page, url)
})
