import { type Logger, pino } from 'pino'

type ProcessLog = { info(line: string): void; error(line: string): void }

/** What the process says about itself whatever LOG_LEVEL is: sentences in demo mode; in production JSON lines, as those of requests are. */
export function processLog(isProduction: boolean): ProcessLog {
  if (!isProduction) return { info: (line) => console.log(line), error: (line) => console.error(line) }
  const log: Logger = pino()
  // Node would print these as plain text.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message))
  return { info: (line) => log.info(line), error: (line) => log.error(line) }
}
