// Requests per second for the list of 1,000 circles, as a ratio to a bare node:http server that sends the same bytes:
// npm run bench -- bare-list
// Both run in turns, so that a busy machine slows both. The goal is 0.7.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { projectRoot } from '#server/root.ts'
import { fillWithCircles } from '#server/testing/circle-crowd.ts'
import { openTown } from '#server/testing/town.ts'
import { median, printHead, printRow } from './figures.ts'

const run = promisify(execFile)
const circles = 1_000
const rounds = 5
const seconds = 4
const connections = 20

/** Autocannon in a process of its own; `headers` as `name=value`. */
async function requestsPerSecond(url: string, headers: readonly string[]): Promise<number> {
  const program = path.join(projectRoot(), 'node_modules/autocannon/autocannon.js')
  const { stdout } = await run(process.execPath, [
    program,
    ...['--json', '--no-progress', '-c', String(connections), '-d', String(seconds)],
    ...headers.flatMap((header) => ['-H', header]),
    url,
  ])
  const result = JSON.parse(stdout) as { requests: { total: number }; duration: number; non2xx: number; errors: number; '3xx': number }
  if (result.errors > 0 || result.non2xx > result['3xx']) throw new Error(`${url} failed ${result.errors} times, refused ${result.non2xx}`)
  return result.requests.total / result.duration
}

async function startBareServer(files: readonly string[]): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [path.join(projectRoot(), 'bench/bare-server.mjs'), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) {
    const address = /ready at (http:\S+)/.exec(line)?.[1]
    if (address) return { url: address, child }
  }
  throw new Error('the bare server ended before it was ready')
}

/** The bytes as they travel. */
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
  const town = await openTown()
  const folder = await mkdtemp(path.join(tmpdir(), 'arcstead-bench-'))
  let bare: ChildProcess | undefined
  try {
    await fillWithCircles(town.databaseUrl, circles)
    const { url } = await town.startApi()
    const list = `${url}/api/public/circle`
    const encodings = ['identity', 'gzip', 'br'] as const
    const bodies = await Promise.all(encodings.map((encoding) => bodyOf(list, encoding)))
    const files = encodings.map((encoding) => path.join(folder, encoding))
    await Promise.all(files.map((file, index) => writeFile(file, bodies[index] ?? '')))
    const server = await startBareServer(files)
    bare = server.child

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
    if (bare?.kill()) await once(bare, 'exit')
    await town.close()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
