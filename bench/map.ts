// The map with 100,000 circles in Chromium: the time from the arrival of the data until clusters show, and the longest task while the map
// is dragged and zoomed, compared with a map of 100: npm run bench -- map The browser shares the machine with the API, the database and
// this script, so the CPU time of the longest task is printed too; the rest of it waited for a core.
import { type Browser, type CDPSession, chromium, type Page, type Request } from 'playwright-core'
import { paths } from '#contract/paths.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { startTestCluster } from '#server/testing/test-cluster.ts'
import { median, printHead, printRow } from './figures.ts'

const sizes = [100, 100_000]
const rounds = 7

type Watched = { firstCluster: number }
/** An entry of the browser's trace, in microseconds: `dur` is wall time, `tdur` CPU time. */
type Traced = { name: string; pid: number; tid: number; dur?: number; tdur?: number; args: { name?: string } }

/** Runs in the page: records when the first cluster or marker appears. */
function watch(): void {
  const watched: Watched = { firstCluster: 0 }
  Object.assign(window, { watched })
  new MutationObserver(() => {
    if (watched.firstCluster === 0 && document.querySelector('.base-map_mapCluster, .base-map_mapMarker'))
      watched.firstCluster = performance.timeOrigin + performance.now()
  }).observe(document, { childList: true, subtree: true })
}

const read = (page: Page): Promise<Watched> => page.evaluate(() => (window as unknown as { watched: Watched }).watched)

/** The longest task of the page during `act`, in milliseconds: wall time and CPU time. */
async function longestTask(session: CDPSession, act: () => Promise<void>): Promise<{ whole: number; work: number }> {
  const events: Traced[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Traced[])))
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] }, transferMode: 'ReportEvents' })
  await act()
  const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await isComplete
  const pages = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const tasks = events.filter(({ name, pid, tid }) => /RunTask$/.test(name) && pages.some((page) => page.pid === pid && page.tid === tid))
  const most = (of: 'dur' | 'tdur') => Math.max(0, ...tasks.map((task) => task[of] ?? 0)) / 1_000
  return { whole: most('dur'), work: most('tdur') }
}

type Places = { readonly middle: readonly [number, number]; readonly zoomOut: readonly [number, number] }

/** Positions for the mouse, found before measuring, because searching the page costs time in the page. */
async function findPlaces(page: Page): Promise<Places> {
  const map = await page.locator('.map-view_circleMap').boundingBox()
  const button = await page.getByRole('button', { name: 'Zoom out' }).boundingBox()
  if (!map || !button) throw new Error('There is no map.')
  return {
    middle: [map.x + map.width * 0.6, map.y + map.height * 0.5],
    zoomOut: [button.x + button.width / 2, button.y + button.height / 2],
  }
}

/** Drags in all directions and zooms in and out level by level. Hundreds of markers are visible throughout. */
async function dragAndZoom(page: Page, { middle: [x, y], zoomOut }: Places): Promise<void> {
  for (const [byX, byY] of [
    [-200, 60],
    [160, -120],
    [-120, 120],
  ] as const) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + byX, y + byY, { steps: 12 })
    await page.mouse.up()
    await page.mouse.wheel(0, -60)
    await page.waitForTimeout(700)
  }
  for (let step = 0; step < 3; step += 1) {
    await page.mouse.click(...zoomOut)
    await page.waitForTimeout(600)
  }
}

async function visit(browser: Browser, url: string): Promise<{ shownAfter: number; whole: number; work: number }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript(watch)
  const answered: Request[] = []
  page.on('requestfinished', (request) => {
    if (/view=(map|clusters)/.test(request.url())) answered.push(request)
  })
  await page.goto(`${url}${paths.mapView}`)
  await page.locator('.base-map_mapCluster, .base-map_mapMarker').first().waitFor({ timeout: 60_000 })
  const { firstCluster } = await read(page)
  // The last answer before anything showed is the data that it shows.
  const arrivals = answered.map((request) => request.timing().startTime + request.timing().responseEnd).filter((at) => at <= firstCluster)
  await page.waitForTimeout(1_000)
  const places = await findPlaces(page)
  const longest = await longestTask(await page.context().newCDPSession(page), () => dragAndZoom(page, places))
  await page.close()
  return { shownAfter: firstCluster - Math.max(...arrivals), ...longest }
}

async function measure(browser: Browser, circles: number): Promise<void> {
  const cluster = await startTestCluster()
  try {
    await fillWithCircles(cluster.databaseUrl, circles)
    const { url } = await cluster.startApi()
    const visits: Awaited<ReturnType<typeof visit>>[] = []
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, url))
    const inMiddle = (of: keyof (typeof visits)[number]) => median(visits.map((visited) => visited[of])).toFixed(0)
    printRow({
      what: `Map with ${circles.toLocaleString('en-US')} circles`,
      figures: `clusters ${inMiddle('shownAfter')} ms after their data, longest task ${inMiddle('whole')} ms, ${inMiddle('work')} ms of it at work`,
      ratio: '',
      goal: 'at most 1,000 ms and 50 ms',
    })
  } finally {
    await cluster.close()
  }
}

const browser = await chromium.launch({
  ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  printHead()
  for (const circles of sizes) await measure(browser, circles)
} finally {
  await browser.close()
}
