import { spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#server/root.ts'

type Package = { readonly resolved?: string; readonly optionalDependencies?: Readonly<Record<string, string>> }

const root = projectRoot()
const readLock = (folder: string) => readFile(path.join(folder, 'package-lock.json'), 'utf8')
const packagesOf = async () => (JSON.parse(await readLock(root)) as { packages: Record<string, Package> }).packages

let copy = ''

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'arcstead-lock-'))
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) await copyFile(path.join(root, file), path.join(copy, file))
})

afterAll(() => rm(copy, { recursive: true, force: true }))

/** Offline and with an empty npm cache: the lock file alone must be enough. */
const npm = (...args: string[]) => {
  const { status, stderr } = spawnSync('npm', [...args, '--offline', '--cache', path.join(copy, 'cache'), '--loglevel=error'], {
    cwd: copy,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: copy },
  })
  return { status, stderr }
}

test('the lock file and the newest entry of the changelog have the version of package.json', async () => {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const lock = JSON.parse(await readLock(root)) as { version: string; packages: Record<string, { version?: string }> }
  const entries = (await readFile(path.join(root, 'CHANGELOG.md'), 'utf8')).matchAll(/^## (\d\S+) – \d+ \w+ \d{4}$/gm)
  expect([lock.version, lock.packages['']?.version, [...entries][0]?.[1]]).toEqual([version, version, version])
})

test('the lock file names no registry', async () => {
  expect(Object.entries(await packagesOf()).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test('the lock file holds the optional packages of every platform', async () => {
  const packages = await packagesOf()
  const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !packages[`node_modules/${name}`] && !packages[`${owner}/node_modules/${name}`]),
  )
  expect(missing).toEqual([])
})

test('npm ci accepts the lock file', async () => {
  expect(npm('ci', '--dry-run')).toMatchObject({ status: 0 })
  expect(await readLock(copy)).toBe(await readLock(root))
})

test('npm install leaves the lock file unchanged', async () => {
  expect(npm('install', '--package-lock-only')).toMatchObject({ status: 0 })
  expect(await readLock(copy)).toBe(await readLock(root))
})
