// Requests per second for the list of 1,000 circles, as a ratio to a bare node:http server that sends the same bytes:
// npm run bench -- bare-list
// Both run in turns, so that a busy machine slows both. The goal is 0.7.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fillWithCircles } from '#server/testing/many-circles.ts'
import { startTestCluster } from '#server/testing/test-cluster.ts'
import { type BareServer, startBareServer } from './bare-server.ts'
import { median, printHead, printRow } from './figures.ts'
import { requestsPerSecond } from './requests-per-second.ts'

const circles = 1_000
const rounds = 5

/** The compressed bytes. */
async function bodyOf(url: string, encoding: string): Promise<Buffer> {
  // fetch would decompress them.
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => resolve(Buffer.concat(pieces)))
    }).on('error', reject)
  })
}

async function main(): Promise<void> {
  const cluster = await startTestCluster()
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-bench-'))
  let bare: BareServer | undefined
  try {
    await fillWithCircles(cluster.databaseUrl, circles)
    const { url } = await cluster.startApi()
    const list = `${url}/api/public/circle`
    const encodings = ['identity', 'gzip', 'br'] as const
    const bodies = await Promise.all(encodings.map((encoding) => bodyOf(list, encoding)))
    const files = encodings.map((encoding) => path.join(folder, encoding))
    await Promise.all(files.map((file, index) => writeFile(file, bodies[index] ?? '')))
    const server = await startBareServer(files)
    bare = server

    printHead()
    for (const [index, encoding] of encodings.entries()) {
      const ways = {
        bare: () => requestsPerSecond(`${server.url}/${index}`, [`accept-encoding=${encoding}`]),
        api: () => requestsPerSecond(list, [`accept-encoding=${encoding}`]),
      }
      await ways.bare()
      await ways.api()
      const results: { bare: number; api: number }[] = []
      for (let round = 0; round < rounds; round++) {
        const result = { bare: 0, api: 0 }
        for (const way of round % 2 === 0 ? (['bare', 'api'] as const) : (['api', 'bare'] as const)) result[way] = await ways[way]()
        results.push(result)
      }
      printRow({
        what: `Bare list of ${circles.toLocaleString('en-US')} circles, ${encoding} (${Math.round((bodies[index]?.length ?? 0) / 1_000)} kB)`,
        figures: `${median(results.map((result) => result.api)).toFixed(0)}/s, bare node:http ${median(results.map((result) => result.bare)).toFixed(0)}/s`,
        ratio: median(results.map((result) => result.api / result.bare)).toFixed(2),
        goal: 'at least 0.7',
      })
    }
  } finally {
    await bare?.stop()
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
