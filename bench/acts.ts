// How quick the page is under the finger: from the press to the next paint, for the ten acts that people do most, on a phone's screen in
// Chromium with the processor slowed four times: npm run bench -- acts
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { acts, prepareScenes } from './acts-scenes.ts'
import { median, printHead, printRow } from './figures.ts'
import { leastDisturbed } from './stolen-time.ts'

const rounds = 5
const slowedTimes = 4
const goal = 100

type Press = { readonly from: number; readonly until: number }
type Pressed = { presses: Press[] }
/** An entry of the browser's trace, in microseconds: `ts` is the moment, `tdur` CPU time. */
type Traced = { name: string; pid: number; tid: number; ts: number; tdur?: number; args: { name?: string } }

/** Runs in the page: records each event of a press, from the press to the next paint. The browser tells in steps of 8 ms, from 16 on. */
function watch(): void {
  const pressed: Pressed = { presses: [] }
  Object.assign(window, { pressed })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) pressed.presses.push({ from: entry.startTime, until: entry.startTime + entry.duration })
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

/** Runs in the page: the slowest of what was pressed, which it also marks in the trace. */
function slowestPress(): Press | null {
  const { presses } = (window as unknown as { pressed: Pressed }).pressed
  const [slowest = null] = presses.sort((a, b) => b.until - b.from - (a.until - a.from))
  if (slowest) {
    performance.mark('press', { startTime: slowest.from })
    performance.mark('paint', { startTime: slowest.until })
  }
  return slowest
}

async function endTrace(session: CDPSession, events: Traced[]): Promise<Traced[]> {
  const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await isComplete
  return events
}

/** CPU time of the page's main thread between the press and the paint, in milliseconds: what a busy machine does not change. */
function workOf(events: readonly Traced[]): number {
  const mark = (name: string) => events.find((event) => event.name === name)
  const [press, paint] = [mark('press'), mark('paint')]
  if (!press || !paint) return 0
  const main = events.find(({ name, pid, args }) => name === 'thread_name' && args.name === 'CrRendererMain' && pid === press.pid)
  const tasks = events.filter(({ name, pid, tid, ts }) => /RunTask$/.test(name) && pid === press.pid && tid === main?.tid && ts < paint.ts)
  return tasks.filter(({ ts }) => ts >= press.ts).reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000
}

async function measurePress(page: Page, target: ReturnType<Page['locator']>): Promise<{ whole: number; work: number }> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('What is to be pressed cannot be seen.')
  const session = await page.context().newCDPSession(page)
  const events: Traced[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Traced[])))
  await page.evaluate(watch)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowedTimes })
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
    transferMode: 'ReportEvents',
  })
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(2_000)
  const press = await page.evaluate(slowestPress)
  const work = workOf(await endTrace(session, events))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return press ? { whole: press.until - press.from, work } : { whole: 0, work: 0 }
}

async function openPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true })
}

const browser = await chromium.launch({
  ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const scenes = await prepareScenes()
try {
  printHead()
  const asked = process.argv.slice(2)
  for (const act of acts.filter(({ name }) => asked.length === 0 || asked.some((word) => name.toLowerCase().includes(word)))) {
    const seen = await leastDisturbed(
      rounds,
      async (round) => {
        const context = await openPhone(browser)
        try {
          const page = await context.newPage()
          const target = await act.prepare(scenes, page, round)
          // The connection for live changes stays open, so the network is never idle.
          await target.waitFor()
          await page.waitForTimeout(2_000)
          return await measurePress(page, target)
        } finally {
          await context.close()
        }
      },
      rounds,
    )
    const inMiddle = (of: 'whole' | 'work') => median(seen.map((each) => each[of])).toFixed(0)
    const most = Math.max(...seen.map(({ whole }) => whole)).toFixed(0)
    printRow({
      what: act.name,
      figures: `${inMiddle('whole')} ms to the next paint (at most ${most}), ${inMiddle('work')} ms of it at work`,
      ratio: '',
      goal: `under ${goal} ms`,
    })
  }
} finally {
  await browser.close()
  await scenes.close()
}
