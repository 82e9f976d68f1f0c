import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/root.ts'

type Shipped = { shippedPackages(): readonly { readonly name: string; readonly version: string; readonly node: string | undefined }[] }

const { satisfies } = createRequire(import.meta.url)('semver') as { satisfies(version: string, range: string): boolean }

test('every package that ships supports the oldest Node that we name', async () => {
  const { engines } = JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as { engines: { node: string } }
  expect(engines.node).toBe('>=20.19')
  const program: string = path.join(projectRoot(), 'scripts/shipped-packages.mjs')
  const { shippedPackages } = (await import(program)) as Shipped
  const packages = shippedPackages()
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(({ node }) => node !== undefined && !satisfies('20.19.0', node))).toEqual([])
})
