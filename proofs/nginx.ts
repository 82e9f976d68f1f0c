import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const program = '/usr/sbin/nginx'

export const hasNginx = existsSync(program)

/** Processes behind nginx, which take turns, and the lines with which nginx passes requests on to them. */
export type Site = { readonly targets: readonly string[]; readonly passing: string }

/** As docs/operations.md describes it. */
export const describedPassing =
  'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr; proxy_buffering off;'

export type Nginx = { readonly urls: readonly string[]; stop(): Promise<void> }

/** One nginx with an own port for each site. */
export async function startNginx(sites: readonly Site[]): Promise<Nginx> {
  const home = await mkdtemp(path.join(tmpdir(), 'arcstead-nginx-'))
  const ports: number[] = []
  for (const _ of sites) ports.push(await freePort())
  const servers = sites.map(
    ({ targets, passing }, index) => `upstream site${index} { ${targets.map((url) => `server ${new URL(url).host};`).join(' ')} }
server { listen 127.0.0.1:${ports[index]}; client_max_body_size 12m; location / { proxy_pass http://site${index}; ${passing} } }`,
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${home}/${kind};`)
  const config = `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${home}/nginx.pid; worker_processes 1; events { worker_connections 2048; }
http { access_log off; ${temporary.join(' ')} ${servers.join('\n')} }`
  await writeFile(path.join(home, 'nginx.conf'), config)
  const child = spawn(program, ['-c', path.join(home, 'nginx.conf'), '-p', home, '-e', path.join(home, 'error.log')], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  while ((await ask(`${urls[0]}/livez`, {}).catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await sleep(50)
  }
  return {
    urls,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}

type Question = {
  /** The client's own address; on Linux every 127.x.y.z is one. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** A request from an address of its own, with any headers: `fetch` can do neither. */
export function ask(url: string, { from = '127.0.0.1', headers = {}, body }: Question): Promise<{ status: number; cookie: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: body ? 'POST' : 'GET',
        localAddress: from,
        agent: false,
        headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      },
      (answer) => {
        answer.resume()
        const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, cookie }))
      },
    )
    sent.on('error', reject)
    sent.end(body ? JSON.stringify(body) : undefined)
  })
}
