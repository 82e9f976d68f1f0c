import { text } from 'node:stream/consumers'
import { startEmbeddedPostgres } from '#server/db/embedded/launch.ts'

/**
 * The launcher as a separate process, so that tests can run it as any user and kill it. It reports in lines of JSON; when its stdin ends it
 * stops the server, or exits at once if told to.
 */
const [folder = '', settings = '{}'] = process.argv.slice(2)
const report = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

try {
  const server = await startEmbeddedPostgres({ folder, settings: JSON.parse(settings), log: (line) => report({ log: line }) })
  report({ url: server.url, port: server.port, pid: server.pid })
  if ((await text(process.stdin)) === 'leave') process.exit()
  await server.stop()
} catch (error) {
  const { name, message } = error as Error
  report({ name, refusal: message })
}
