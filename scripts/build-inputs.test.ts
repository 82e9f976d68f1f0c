import path from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/root.ts'

type Prepare = { buildInputs(): readonly string[] }

/** Our own files that this one imports, directly or through others. */
async function importedBy(entry: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: projectRoot(),
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
  })
  return Object.keys(metafile.inputs)
}

test('a change of any file that makes the build makes a new build', async () => {
  const program: string = path.join(projectRoot(), 'scripts/prepare.mjs')
  const { buildInputs } = (await import(program)) as Prepare
  const hashed = new Set(buildInputs())
  const used = [...(await importedBy('vite.config.ts')), ...(await importedBy('scripts/build.mjs'))]
  expect(used).toEqual(expect.arrayContaining(['build/css.ts', 'build/guide.ts', 'domain/brand.ts', 'scripts/prepare.mjs']))
  expect(used.filter((file) => !hashed.has(file))).toEqual([])
})
