// npm run prove:install: installs Arcstead in clean Debian folders, by the steps of the Dockerfile, where there is no container engine. Then
// starts it as an ordinary user on Debian's PostgreSQL, makes a backup, restores it, and upgrades from versions 0.1 and 0.2 with their data.
// Needs root on Debian, for debootstrap and chroot; takes about ten minutes and 3 GB in the temporary folder.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chrootArguments, copyContext, parseDockerfile, runStage, sizeInMegabytes } from './dockerfile.mjs'
import { fail, root } from './prepare.mjs'
import { ensurePackages, freePort, openScratch, stopServices } from './services.mjs'

if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) fail('This needs root on Debian: it makes folders with debootstrap.')
ensurePackages(['debootstrap'])
const scratch = openScratch()
const began = performance.now()
const step = (line) => console.log(`${String(Math.round((performance.now() - began) / 1000)).padStart(4)} s  ${line}`)

function sh(command, args, options = {}) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
  return stdout
}

/** The mirror that this machine's apt uses. */
function mirror() {
  const uris = sh('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']).split('\n')
  return uris.find((uri) => /\/debian\/?$/.test(uri)) ?? fail('apt has no Debian mirror.')
}

/** Companies that inspect TLS traffic set this variable; without it npm reaches no registry inside the folders either. */
const extraCa = process.env.NODE_EXTRA_CA_CERTS
const mounted = []
const copyOfBase = (base, name) => {
  const folder = path.join(scratch, name)
  sh('cp', ['-a', base, folder])
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, path.join(folder, file))
  if (extraCa) copyFileSync(extraCa, path.join(folder, 'etc/extra-ca.crt'))
  for (const [type, name] of [
    ['proc', 'proc'],
    ['devpts', 'dev/pts'],
  ]) {
    const place = path.join(folder, name)
    if (spawnSync('mount', ['-t', type, type, place]).status === 0) mounted.push(place)
  }
  return folder
}
const registryEnv = extraCa ? { NODE_EXTRA_CA_CERTS: '/etc/extra-ca.crt' } : {}

function buildImage(base) {
  const context = path.join(scratch, 'context')
  mkdirSync(context)
  copyContext(sh('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root }).trim().split('\n'), root, context)
  const stages = {}
  let made
  for (const stage of parseDockerfile(readFileSync(path.join(root, 'Dockerfile'), 'utf8'))) {
    step(`FROM ${stage.from}${stage.name && ` AS ${stage.name}`}`)
    const folder = copyOfBase(base, stage.name || 'image')
    stages[stage.name] = folder
    made = { folder, ...runStage(stage, { folder, context, stages, env: registryEnv }) }
  }
  return made
}

const password = randomBytes(12).toString('hex')
const databaseUser = 'arcstead'

/** Debian's PostgreSQL, in a folder of its own, as the database's container. */
async function startDatabase(base) {
  const folder = copyOfBase(base, 'database')
  const inside = (user, line) =>
    sh('chroot', [`--userspec=${user}:${user}`, folder, 'sh', '-ec', line], {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
      cwd: '/',
    })
  inside('root', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql >/var/log/install.log 2>&1')
  const port = await freePort()
  const bin = '$(echo /usr/lib/postgresql/*/bin)'
  const data = '/var/lib/postgresql/proof'
  inside(
    'postgres',
    `${bin}/initdb -D ${data} -A scram-sha-256 --pwfile=/dev/stdin -E UTF8 --locale=C.UTF-8 >/dev/null <<E\n${password}\nE`,
  )
  const flags = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=/tmp -c dynamic_shared_memory_type=mmap`
  inside('postgres', `${bin}/pg_ctl -D ${data} -w -l /tmp/log -o "${flags}" start >/dev/null`)
  const psql = (database, sql) =>
    inside('postgres', `PGPASSWORD=${password} psql -qtA -h 127.0.0.1 -p ${port} -v ON_ERROR_STOP=1 -d ${database} -c "${sql}"`).trim()
  psql('postgres', `create role ${databaseUser} login password '${password}'`)
  return {
    psql,
    version: psql('postgres', 'show server_version'),
    create: (name) => {
      psql('postgres', `create database ${name} owner ${databaseUser}`)
      return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/${name}`
    },
    stop: () => inside('postgres', `${bin}/pg_ctl -D ${data} -w -m fast stop >/dev/null`),
  }
}

/** The image's settings, with secrets in files of their own, as in compose.yaml. */
async function settingsFor(image, databaseUrl, port) {
  const secrets = { database_url: databaseUrl, jwt_secret: randomBytes(48).toString('base64'), smtp_url: 'smtp://127.0.0.1:9' }
  const folder = `/run/secrets/${port}`
  mkdirSync(path.join(image.folder, folder), { recursive: true })
  for (const [name, value] of Object.entries(secrets)) {
    writeFileSync(path.join(image.folder, folder, name), `${value}\n`, { mode: 0o400 })
    sh('chroot', [image.folder, 'chown', image.user, `${folder}/${name}`])
  }
  const files = Object.keys(secrets).map((name) => [`${name.toUpperCase()}_FILE`, `${folder}/${name}`])
  return {
    ...image.env,
    ...Object.fromEntries(files),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: 'off',
    LOG_LEVEL: 'warn',
  }
}

/** Checks the files that only a container engine or a booted systemd could run. */
function checkFiles(image) {
  const folder = path.join(scratch, 'build')
  const inside = (line, env = {}) =>
    sh('chroot', [folder, 'sh', '-ec', `cd ${image.workdir}; ${line}`], {
      env: { ...image.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
    })
  inside('apt-get install -y -qq --no-install-recommends docker-compose systemd >/var/log/install.log 2>&1')
  cpSync(path.join(root, 'deploy'), path.join(folder, image.workdir, 'deploy'), { recursive: true })
  const settings = { PUBLIC_URL: 'https://arcstead.example', TRUST_PROXY: '1' }
  inside('docker-compose config --quiet', settings)
  inside('docker-compose config --quiet', { ...settings, S3_BUCKET: 'arcstead', S3_ACCESS_KEY_ID: 'key' })
  inside('systemd-analyze verify deploy/arcstead.service')
}

/** The command of the Debian page, with the settings file of the Debian page. */
function runOperatorCommand(image, env) {
  const etc = path.join(image.folder, 'etc/arcstead')
  mkdirSync(etc, { recursive: true })
  const settings = readFileSync(path.join(root, 'deploy/arcstead.env'), 'utf8').replaceAll(
    '/etc/arcstead/',
    `${path.dirname(env.DATABASE_URL_FILE)}/`,
  )
  writeFileSync(path.join(etc, 'arcstead.env'), settings)
  cpSync(path.join(root, 'deploy/arcstead'), path.join(image.folder, 'usr/local/bin/arcstead'))
  return sh('chroot', [image.folder, 'arcstead', 'admin', 'list'], { env: { PATH: env.PATH } }).trim()
}

const running = new Set()
async function startProduct(image, env) {
  const child = spawn('chroot', chrootArguments(image.folder, image, image.command), { env, stdio: ['ignore', 'ignore', 'inherit'] })
  running.add(child)
  const url = `http://127.0.0.1:${env.PORT}`
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 600) throw new Error('the server did not become ready')
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) break
    await wait(200)
  }
  const [, uid] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
  if (uid === '0') throw new Error('the server runs as root')
  return {
    url,
    uid,
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      running.delete(child)
      if (code !== 0) throw new Error(`the server ended with ${code} after SIGTERM`)
    },
  }
}

/** Runs one of the server's commands as the image's user. */
const command = (image, env, name, ...args) =>
  sh('chroot', chrootArguments(image.folder, image, [image.command[0], `dist/server/${name}.js`, ...args]), { env }).trim()

async function expectAnswer(address, status, options) {
  const answer = await fetch(address, options)
  if (answer.status !== status) throw new Error(`${address} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`)
  return answer
}

const signIn = async (url) => {
  const body = JSON.stringify({ email: 'investor@arcstead.example', password: 'Arcstead-demo-1' })
  const answer = await expectAnswer(`${url}/api/auth/login`, 200, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { token } = (await answer.json()).data
  const headers = { authorization: `${token.tokenType} ${token.accessToken}`, 'x-refresh-token': token.refreshToken }
  const circles = (await (await expectAnswer(`${url}/api/app/circle`, 200, { headers })).json()).data
  return circles.length
}

/** The guide is compiled into a script of the page, and its pictures are files of their own. */
async function expectHelp(url, image) {
  await expectAnswer(`${url}/help`, 200)
  const assets = readdirSync(path.join(image.folder, image.workdir, 'dist/web/assets'))
  const script = assets.find((name) => /^guide-screen-.*\.js$/.test(name))
  const text = await (await expectAnswer(`${url}/assets/${script}`, 200)).text()
  if (!text.includes('Finding and joining a circle')) throw new Error('the guide has no text')
  const pictures = assets.filter((name) => name.endsWith('.webp'))
  if (pictures.length < 10) throw new Error('pictures of the guide are missing')
  for (const picture of pictures) await expectAnswer(`${url}/assets/${picture}`, 200)
}

async function prove() {
  const base = path.join(scratch, 'debian')
  step('a clean Debian folder')
  sh('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'trixie', base, mirror()])
  const image = buildImage(base)
  step(`built: ${sizeInMegabytes(path.join(image.folder, image.workdir))} MB of Arcstead in ${sizeInMegabytes(image.folder)} MB`)
  checkFiles(image)
  step('compose.yaml and the unit are valid')
  const database = await startDatabase(base)
  try {
    step(`PostgreSQL ${database.version} started`)

    const first = await settingsFor(image, database.create('first'), await freePort())
    const fresh = await startProduct(image, first)
    for (const address of ['/healthz', '/readyz', '/', '/api/public/circle', '/og/arcstead.png', '/api/docs'])
      await expectAnswer(fresh.url + address, 200)
    await expectHelp(fresh.url, image)
    await expectAnswer(`${fresh.url}/dev/mailbox`, 404)
    command(image, first, 'admin', 'create', 'operator@arcstead.example')
    if (!runOperatorCommand(image, first).includes('operator@arcstead.example')) throw new Error('the administrator is not listed')
    step(`an empty database: started as uid ${fresh.uid}, ready, /help served with its pictures, an administrator made`)
    await fresh.stop()

    const archive = path.join(image.folder, 'tmp/backup-0.1.tar.gz')
    cpSync(path.join(root, 'server/testing/backup-0.1.tar.gz'), archive)
    const second = await settingsFor(image, database.create('upgraded'), await freePort())
    step(`a database of version 0.1:\n${command(image, second, 'restore', '/tmp/backup-0.1.tar.gz')}`)
    // Production refuses accounts with a public password. Here they stand for the people of a real installation.
    database.psql('upgraded', 'update users set is_demo = false')
    const upgraded = await startProduct(image, second)
    const circles = await signIn(upgraded.url)
    if (circles < 10) throw new Error('circles are missing')
    step(`upgraded: an investor of 0.1 signed in and reads ${circles} circles`)

    cpSync(path.join(root, 'server/testing/backup-0.2.tar.gz'), path.join(image.folder, 'tmp/backup-0.2.tar.gz'))
    const ofSecondVersion = await settingsFor(image, database.create('upgraded_0_2'), await freePort())
    step(`a database of version 0.2:\n${command(image, ofSecondVersion, 'restore', '/tmp/backup-0.2.tar.gz')}`)
    database.psql('upgraded_0_2', 'update users set is_demo = false')
    const ofNow = await startProduct(image, ofSecondVersion)
    await expectAnswer(`${ofNow.url}/api/public/circle`, 200)
    await ofNow.stop()
    step(`upgraded from 0.2, and it starts:\n${command(image, ofSecondVersion, 'verify-ledger')}`)

    step(command(image, second, 'backup', '/var/lib/arcstead/backup.tar.gz'))
    await upgraded.stop()
    const third = await settingsFor(image, database.create('restored'), await freePort())
    step(command(image, third, 'restore', '/var/lib/arcstead/backup.tar.gz'))
    step(command(image, third, 'verify-ledger'))
    const restored = await startProduct(image, third)
    if ((await signIn(restored.url)) !== circles) throw new Error('circles are missing after the restore')
    await restored.stop()
    step('restored: the same circles, the same sign-in')
  } finally {
    for (const child of running) child.kill('SIGKILL')
    database.stop()
  }
}

let code = 1
try {
  await prove()
  code = 0
} catch (error) {
  console.error(error.message)
}
for (const place of mounted) spawnSync('umount', [place])
await stopServices()
console.log(code === 0 ? '\nInstalled, upgraded, backed up and restored.' : '\nThe installation failed: see above.')
process.exit(code)
