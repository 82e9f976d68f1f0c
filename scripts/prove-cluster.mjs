// npm run prove:cluster: a whole installation on this machine: PostgreSQL with a synchronous streaming replica, two API processes behind
// nginx, an S3 and an SMTP server. Restores the database to a moment of the past (proofs/point-in-time.cluster.ts), runs the e2e tests, then
// kills an API process and the database's primary during purchases (proofs/failover.cluster.ts). Names select some of them:
// npm run prove:cluster -- point-in-time
import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { bin, build, fail, install } from './prepare.mjs'
import {
  ensurePackages,
  freePort,
  openScratch,
  s3Packages,
  start,
  startNginx,
  startPostgres,
  startReplica,
  startS3,
  stopServices,
} from './services.mjs'

// In this order: the second one kills the primary.
const all = ['point-in-time', 'failover']
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name))
if (unknown.length > 0) fail(`There is no proof named ${unknown.join(', ')}. There are ${all.join(', ')}.`)

install()
const CHROME_PATH = ensureChromium()
ensurePackages([...s3Packages, 'postgresql-15', 'nginx', 'libnginx-mod-stream'])
build()
const folder = openScratch()

/** nginx in front of the API processes and of the database: either can lose a node without a changed address. */
const nginxConfig = ({ home, web, apis, mailbox, database, primary, replica }) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
load_module /usr/lib/nginx/modules/ngx_stream_module.so;
pid ${home}/nginx.pid;
worker_processes 1;
events { worker_connections 2048; }
stream {
  upstream database { server 127.0.0.1:${primary} max_fails=1 fail_timeout=10s; server 127.0.0.1:${replica} backup; }
  server { listen 127.0.0.1:${database}; proxy_connect_timeout 1s; proxy_pass database; }
}
http {
  access_log off;
  client_max_body_size 12m;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${home}/${kind};`).join(' ')}
  upstream api { ${apis.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`).join(' ')} keepalive 32; }
  server {
    listen 127.0.0.1:${web};
    location = /dev/mailbox.json { proxy_pass http://127.0.0.1:${mailbox}; }
    location / {
      proxy_pass http://api;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_buffering off;
      proxy_connect_timeout 1s;
      proxy_read_timeout 60s;
    }
  }
}
`

let code = 1
try {
  const s3 = await startS3(path.join(folder, 's3'))
  // Anyone's to write, because PostgreSQL runs as another user.
  const wal = path.join(folder, 'wal')
  mkdirSync(wal)
  chmodSync(wal, 0o777)
  const primary = await startPostgres(path.join(folder, 'primary'), {
    synchronous_standby_names: "'*'",
    wal_level: 'replica',
    archive_mode: 'on',
    archive_command: `'cp %p ${wal}/%f'`,
  })
  const replica = await startReplica(path.join(folder, 'replica'), primary)
  const [web, first, second, mailbox, database, spare, restored] = await Promise.all(Array.from({ length: 7 }, freePort))
  const home = path.join(folder, 'nginx')
  const apis = [first, second]
  await startNginx(home, nginxConfig({ home, web, apis, mailbox, database, primary: primary.port, replica: replica.port }))
  console.log(`PostgreSQL ${primary.port}, its replica ${replica.port}, S3 ${s3.S3_ENDPOINT}, nginx http://127.0.0.1:${web}`)
  const env = {
    ...process.env,
    ...s3,
    CHROME_PATH,
    CLUSTER_URL: `http://127.0.0.1:${web}`,
    CLUSTER_DATABASE_URL: `postgres://postgres@127.0.0.1:${database}/postgres`,
    CLUSTER_API_PORTS: apis.join(' '),
    CLUSTER_SPARE_PORT: String(spare),
    CLUSTER_MAILBOX_PORT: String(mailbox),
    CLUSTER_PRIMARY: primary.data,
    CLUSTER_REPLICA: replica.data,
    CLUSTER_WAL: wal,
    CLUSTER_RESTORED_PORT: String(restored),
    CLUSTER_PG_CTL: primary.program,
  }
  code = 0
  for (const name of all.filter((name) => asked.length === 0 || asked.includes(name))) {
    const args = ['run', '--config', 'vitest.cluster.config.ts', '--reporter=verbose', `proofs/${name}.cluster.ts`]
    code ||= await start(bin('vitest'), args, { env })
  }
} catch (error) {
  code = 1
  console.error(error.message)
}
await stopServices()
console.log(code === 0 ? '\nThe cluster kept its promises.' : '\nThe cluster did not keep its promises: see above.')
process.exit(code)
