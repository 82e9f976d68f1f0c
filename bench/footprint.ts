// The footprint of an API process of the built product: time from start to first answer, and memory when idle and after load, compared with a minimal Node
// server (bare-server.mjs): npm run bench -- footprint
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#server/root.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { startTestCluster } from '#server/testing/test-cluster.ts'
import { startBareServer } from './bare-server.ts'
import { median, memoryOf, printHead, printRow } from './figures.ts'
import { requestsPerSecond } from './requests-per-second.ts'

const starts = 5
const circles = 1_000

type Running = { readonly url: string; readonly pid: number; readonly stop: () => Promise<unknown> }

async function measure(start: () => Promise<Running>, pathOf: (url: string) => string) {
  const seen: { started: number; rest: number; load: number }[] = []
  for (let count = 0; count < starts; count++) {
    const from = performance.now()
    const running = await start()
    const started = performance.now() - from
    await sleep(1_000)
    const rest = await memoryOf(running.pid)
    await requestsPerSecond(pathOf(running.url), ['accept-encoding=br'])
    seen.push({ started, rest, load: await memoryOf(running.pid) })
    await running.stop()
  }
  const middle = (pick: (each: (typeof seen)[number]) => number) => median(seen.map(pick))
  return { started: middle((each) => each.started), rest: middle((each) => each.rest), load: middle((each) => each.load) }
}

const cluster = await startTestCluster({ program: path.join(projectRoot(), 'dist/server/main.js') })
const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-bench-'))
try {
  await fillWithCircles(cluster.databaseUrl, circles)
  const file = path.join(folder, 'small')
  await writeFile(file, '{}')
  const bare = await measure(
    () => startBareServer([file]),
    (url) => `${url}/0`,
  )
  // A different search each time, because the bare list would be sent from the cache.
  const product = await measure(
    async () => {
      const { url, pid, kill } = await cluster.startApi()
      return { url, pid, stop: () => kill('SIGTERM') }
    },
    (url) => `${url}/api/public/circle?sort=title&page=1`,
  )
  printHead()
  for (const [what, figure, unit] of [
    ['An API process from its start to its first answer', 'started', 'ms'],
    ['Memory of an API process at rest, 1,000 circles', 'rest', 'MB'],
    ['Memory of an API process after 4 s of searches by 20 at once', 'load', 'MB'],
  ] as const) {
    const [ours, least] = [product[figure], bare[figure]]
    printRow({
      what,
      figures: `${ours.toFixed(0)} ${unit}, bare node:http ${least.toFixed(0)} ${unit}`,
      ratio: (ours / least).toFixed(1),
      goal: '',
    })
  }
} finally {
  await cluster.close()
  await rm(folder, { recursive: true, force: true })
}
