// The cost of a first visit on a phone: Lighthouse (mobile, median of 5) on the home page and on a public circle page, and the transferred
// bytes of script and style: npm run bench -- first-visit
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { startTestCluster } from '#server/testing/test-cluster.ts'
import { median, printHead, printRow } from './figures.ts'
import { leastDisturbed } from './stolen-time.ts'

const visits = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Visit = { scores: number[]; bytes: number; largestPaint: number; blocked: number }

async function compressedSize(file: string): Promise<number> {
  const answer = await fetch(file, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  return Number(answer.headers.get('content-length'))
}

async function visit(url: string, port: number): Promise<Visit> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...categories] })
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`)
  const { lhr } = result
  const details = lhr.audits['network-requests']?.details as unknown as { items: { resourceType?: string; url: string }[] } | undefined
  const requests = details?.items ?? []
  const travelled = requests.filter(({ resourceType }) => resourceType === 'Script' || resourceType === 'Stylesheet')
  const sizes = await Promise.all(travelled.map(({ url: file }) => compressedSize(file)))
  return {
    scores: categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    largestPaint: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    blocked: lhr.audits['total-blocking-time']?.numericValue ?? Number.NaN,
  }
}

const cluster = await startTestCluster()
const chrome = await launch({
  ...(process.env.CHROME_PATH && { chromePath: process.env.CHROME_PATH }),
  chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  await fillWithCircles(cluster.databaseUrl, 60)
  const { url } = await cluster.startApi()
  const { data } = (await (await fetch(`${url}/api/public/circle`)).json()) as { data: Circle[] }
  printHead()
  for (const [name, path] of [
    ['Home page', '/'],
    ['Public circle page', paths.circlePublic(String(data[0]?._id))],
  ] as const) {
    const seen = await leastDisturbed(visits, () => visit(`${url}${path}`, chrome.port))
    const scores = categories.map((_, index) => median(seen.map((each) => each.scores[index] ?? 0)))
    printRow({
      what: `${name}: Lighthouse, ${categories.join(', ')}`,
      figures: `${scores.join(', ')}; largest paint ${(median(seen.map((each) => each.largestPaint)) / 1_000).toFixed(1)} s, blocked ${median(seen.map((each) => each.blocked)).toFixed(0)} ms`,
      ratio: '',
      goal: 'at least 97, then 100 each; blocked under 150 ms',
    })
    const kilobytes = median(seen.map((each) => each.bytes)) / 1_000
    printRow({
      what: `${name}: script and style`,
      figures: `${kilobytes.toFixed(0)} kB`,
      ratio: (kilobytes / 230).toFixed(2),
      goal: 'at most 1 (230 kB)',
    })
  }
} finally {
  chrome.kill()
  await cluster.close()
}
