import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '#server/root.ts'

export type BareServer = { readonly url: string; readonly pid: number; stop(): Promise<void> }

/** A plain node:http server that sends these files, in a separate process. */
export const startBareServer = (files: readonly string[]): Promise<BareServer> => start('bench/bare-server.mjs', files)

/** A plain node:http server that reads from this database. */
export const startBarePgServer = (databaseUrl: string): Promise<BareServer> => start('bench/bare-pg-server.mjs', [databaseUrl])

async function start(program: string, args: readonly string[]): Promise<BareServer> {
  const child = spawn(process.execPath, [path.join(projectRoot(), program), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stdout)) {
    const url = /ready at (http:\S+)/.exec(line)?.[1]
    if (!url) continue
    return {
      url,
      pid: child.pid ?? 0,
      stop: async () => {
        child.kill()
        await ended
      },
    }
  }
  throw new Error('the bare server ended before it was ready')
}
