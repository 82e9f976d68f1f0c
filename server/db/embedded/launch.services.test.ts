import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts, ask, ended, kill, type LauncherFolder, openLauncherFolder, readNote, stop, writeNote } from '#server/testing/launcher.ts'
import { startEmbeddedPostgres } from './launch.ts'
import { startTimeOf } from './processes.ts'

let launcherFolder: LauncherFolder
beforeAll(async () => {
  launcherFolder = await openLauncherFolder()
})
afterAll(() => launcherFolder.close())

const serverLog = (folder: string) => readFile(join(folder, 'server.log'), 'utf8')

describe.each(accounts)('started by $name', (account) => {
  test('the first start creates a durable database that only this machine can open, with the password', async () => {
    const folder = await launcherFolder.folderFor(account)
    const server = await launcherFolder.start(account, folder, {})

    const { pathname, hostname, port, password } = new URL(server.url)
    expect({ pathname, hostname, port: Number(port) }).toEqual({ pathname: '/arcstead', hostname: '127.0.0.1', port: server.port })
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'server_encoding', 'TimeZone']
    const settings = await ask<{ setting: string }>(
      server.url,
      `select current_setting(name) as setting from unnest('{${names}}'::text[]) with ordinality as s(name, place) order by place`,
    )
    expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', '127.0.0.1', 'UTF8', 'UTC'])
    expect(await serverLog(folder)).not.toContain('listening on Unix socket')
    await expect(ask(server.url.replace(password, 'guess'), 'select 1')).rejects.toThrow('password authentication failed')

    const passwordFile = join(folder, 'data', 'arcstead.password')
    expect(await readFile(passwordFile, 'utf8')).toBe(password)
    expect((await stat(passwordFile)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'data'))).uid).not.toBe(0)

    await ask(server.url, 'create extension pg_trgm')
    const text = await ask(
      server.url,
      `select string_agg(letter, '' order by letter) as ordered, lower('ÉCLAIR') as lowered, similarity('saint louis', 'st louis') > 0.4 as alike
       from unnest('{b,A,é,a,B,z}'::text[]) as letter`,
    )
    expect(text).toEqual([{ ordered: 'ABabzé', lowered: 'éclair', alike: true }])
    const roles = await ask(server.url, 'select current_user as name, rolsuper, rolcreatedb from pg_roles where rolname = current_user')
    expect(roles).toEqual([{ name: 'arcstead', rolsuper: false, rolcreatedb: true }])
    await stop(server)
  })

  test('after a clean stop, the second start finds the same data and password', async () => {
    const folder = await launcherFolder.folderWithDatabase(account)
    const first = await launcherFolder.start(account, folder)
    await writeNote(first.url)
    await stop(first)
    expect(startTimeOf(first.pid)).toBeUndefined()
    expect(await readdir(join(folder, 'data'))).not.toContain('postmaster.pid')
    expect((await readdir(folder)).sort()).toEqual(['data', 'server.log'])

    const second = await launcherFolder.start(account, folder)
    expect(await readNote(second.url)).toBe('kept')
    expect(new URL(second.url).password).toBe(new URL(first.url).password)
    expect(await serverLog(folder)).toContain('database system was shut down at')
    expect(second.logged).toEqual([])
    await stop(second)
  })

  test('after kill -9 of the launcher, the orphaned server is stopped and its data are kept', async () => {
    const folder = await launcherFolder.folderWithDatabase(account)
    const first = await launcherFolder.start(account, folder)
    await writeNote(first.url)
    await kill(first)
    expect(startTimeOf(first.pid)).toBeDefined()

    const second = await launcherFolder.start(account, folder)
    expect(startTimeOf(first.pid)).toBeUndefined()
    expect(second.logged).toEqual([`Stopping the PostgreSQL server ${first.pid} that an earlier start left running.`])
    expect(await readNote(second.url)).toBe('kept')
    expect(await serverLog(folder)).toContain('database system was shut down at')
    await stop(second)
  })

  test('after kill -9 of launcher and server, committed data are recovered', async () => {
    const folder = await launcherFolder.folderWithDatabase(account)
    const first = await launcherFolder.start(account, folder)
    await writeNote(first.url)
    await kill(first)
    process.kill(first.pid, 'SIGKILL')

    const second = await launcherFolder.start(account, folder)
    expect(await readNote(second.url)).toBe('kept')
    await stop(second)
  })

  test('a launcher killed while creating the database does not block the next start', async () => {
    const folder = await launcherFolder.folderFor(account)
    const listing = (path: string): Promise<string[]> => readdir(path).catch(() => [])
    const halfMade = async () => (await listing(folder)).filter((name) => name.startsWith('initdb-'))
    const first = launcherFolder.attempt(account, folder).catch((error: Error) => error.message)
    const pid = await new Promise<number>((resolve) => {
      const look = setInterval(async () => {
        const [work] = await halfMade()
        if (work === undefined || !(await listing(join(folder, work, 'data'))).includes('base')) return
        clearInterval(look)
        const claim = (await readdir(folder)).find((name) => name.startsWith('launcher-'))
        resolve(Number(claim?.split('-')[1]))
      }, 2)
    })
    process.kill(pid, 'SIGKILL')
    expect(await first).toContain('The launcher sent no message')
    expect(await readdir(folder)).not.toContain('data')
    expect(await halfMade()).toHaveLength(1)

    const second = await launcherFolder.start(account, folder)
    expect(await halfMade()).toEqual([])
    await writeNote(second.url)
    await stop(second)
  })

  test('a second process is refused in one line while the first is running', async () => {
    const folder = await launcherFolder.folderWithDatabase(account)
    const first = await launcherFolder.start(account, folder)
    const second = await launcherFolder.attempt(account, folder)
    expect(second).toMatchObject({
      name: 'EmbeddedPostgresError',
      refusal: `The database in ${folder} is in use by process ${first.launcher.pid}. Stop that process, or choose another folder with ARCSTEAD_DATA.`,
    })
    expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop(first)
    await stop(await launcherFolder.start(account, folder))
  })

  test('of several processes that start at once on a new folder, exactly one succeeds', async () => {
    const folder = await launcherFolder.folderFor(account)
    const all = await Promise.all([1, 2, 3].map(() => launcherFolder.attempt(account, folder)))
    const winners = all.filter(({ url }) => url !== undefined)
    expect(winners).toHaveLength(1)
    for (const { name } of all) expect([undefined, 'EmbeddedPostgresError']).toContain(name)
    for (const winner of winners) await stop(winner)
  })

  test('a path may contain spaces and quotes', async () => {
    const server = await launcherFolder.start(account, await launcherFolder.folderFor(account, `it's a "new" $HOME folder`))
    await writeNote(server.url)
    await stop(server)
  })

  test('a process that exits without stopping the server takes it along', async () => {
    const folder = await launcherFolder.folderWithDatabase(account)
    const server = await launcherFolder.start(account, folder)
    server.launcher.stdin.end('leave')
    await ended(server)
    while (startTimeOf(server.pid) !== undefined) await pause(20)
    expect(await serverLog(folder)).toContain('database system is shut down')
  })

  test('a stale postmaster.pid whose pid belongs to another process does not block the start or kill that process', async () => {
    const folder = await launcherFolder.folderWithDatabase(account)
    const stranger = await launcherFolder.start(account, await launcherFolder.folderWithDatabase(account))
    await writeFile(join(folder, 'data', 'postmaster.pid'), `${stranger.pid}\n${join(folder, 'data')}\n1\n5432\n\n127.0.0.1\n`)

    await stop(await launcherFolder.start(account, folder))
    expect(await ask(stranger.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await stop(stranger)
  })

  test('if the server dies while the launcher runs, the log says so and the next start recovers', async () => {
    const folder = await launcherFolder.folderWithDatabase(account)
    const first = await launcherFolder.start(account, folder)
    process.kill(first.pid, 'SIGKILL')
    while (first.logged.length === 0) await pause(20)
    await stop(first)
    expect(first.logged).toEqual([`PostgreSQL ended with SIGKILL. See ${join(folder, 'server.log')}.`])
    await stop(await launcherFolder.start(account, folder))
  })

  test('data of another major version are not touched, and the message says what to do', async () => {
    const folder = await launcherFolder.folderWithDatabase(account)
    await writeFile(join(folder, 'data', 'PG_VERSION'), '12\n')
    const { refusal } = await launcherFolder.attempt(account, folder)
    expect(refusal).toMatch(/was written by PostgreSQL 12, but this is PostgreSQL \d+\. Dump it/)
  })

  test("an unknown setting is reported in PostgreSQL's own words, and the folder is unlocked", async () => {
    const folder = await launcherFolder.folderWithDatabase(account)
    const { name, refusal } = await launcherFolder.attempt(account, folder, { fsync: 'off', no_such_setting: '1' })
    expect(name).toBe('EmbeddedPostgresError')
    expect(refusal).toBe('PostgreSQL ended with code 1: FATAL:  unrecognized configuration parameter "no_such_setting"')
    await stop(await launcherFolder.start(account, folder))
  })
})

test('one process cannot start the same folder twice, but may restart it after a stop', async () => {
  const folder = join(launcherFolder.root, 'in-process', 'database')
  const options = { folder, settings: { fsync: 'off' } }
  const first = await startEmbeddedPostgres(options)
  launcherFolder.watch(first.pid)
  await expect(startEmbeddedPostgres(options)).rejects.toThrow(`in use by process ${process.pid}`)
  await Promise.all([first.stop(), first.stop()])

  const again = await startEmbeddedPostgres(options)
  launcherFolder.watch(again.pid)
  await again.stop()
})
