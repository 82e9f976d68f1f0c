import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '#server/root.ts'
import { deriveKeys, type Keys } from '#server/sessions/keys.ts'
import { freePort } from './free-port.ts'

export type DemoProduct = { readonly url: string; readonly keys: Keys; stop(): Promise<void> }

const secret = 'a secret for proofs alone, long enough to be taken'

/** The built product with its demo data, as `npm start` runs it. */
export async function startDemo(): Promise<DemoProduct> {
  const program = path.join(projectRoot(), 'dist/server/main.js')
  if (!existsSync(program)) throw new Error('The product is not built yet: npm run build')
  const data = await mkdtemp(path.join(tmpdir(), 'arcstead-screens-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const place = { PORT: new URL(url).port, PUBLIC_URL: url, ARCSTEAD_DATA: data, JWT_SECRET: secret }
  const env = { ...place, RATE_LIMITS: 'off', MAP_TILE_URL: 'off', LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [program], {
    cwd: projectRoot(),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  const ended = once(child, 'exit')
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('the product ended before it was ready')
    await sleep(200)
  }
  return {
    url,
    keys: deriveKeys(secret),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(data, { recursive: true, force: true })
    },
  }
}
