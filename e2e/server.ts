import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export type RunningServer = { readonly url: string; readonly pid: number; readonly dataFolder: string; stop(): Promise<void> }

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const startPatience = 180_000
const stopPatience = 20_000

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Starts the built product with its own port and data. The caller must stop it. */
export async function startServer(env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const program = path.join(root, 'dist/server/main.js')
  if (!existsSync(program)) throw new Error('The product is not built yet: npm run build')
  const data = await mkdtemp(path.join(tmpdir(), 'arcstead-e2e-'))
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: port,
      // Passkeys need a domain name.
      PUBLIC_URL: `http://localhost:${port}`,
      ARCSTEAD_DATA: data,
      RATE_LIMITS: 'off',
      MAP_TILE_URL: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000)
  })
  const ended = once(child, 'exit')

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      const isLate = await Promise.race([ended.then(() => false), pause(stopPatience).then(() => true)])
      if (isLate) child.kill('SIGKILL')
      await ended
    }
    await rm(data, { recursive: true, force: true })
  }

  const deadline = Date.now() + startPatience
  while (Date.now() < deadline && child.exitCode === null) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady && child.pid !== undefined) return { url, pid: child.pid, dataFolder: data, stop }
    await pause(150)
  }
  await stop()
  throw new Error(`The server did not become ready.\n${said}`)
}
