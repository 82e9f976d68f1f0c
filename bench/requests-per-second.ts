import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '#server/root.ts'

const run = promisify(execFile)
const seconds = 4
const connections = 20

/** Runs autocannon in a separate process; `headers` as `name=value`. */
export async function requestsPerSecond(url: string, headers: readonly string[]): Promise<number> {
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
