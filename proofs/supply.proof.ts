import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/root.ts'

/** Permissive open-source licences that don't bind the product's own code. */
const open = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'CC0-1.0',
  'Python-2.0',
  // Binds changes to its own files alone.
  'MPL-2.0',
])

const page = path.join(projectRoot(), 'docs/licences.md')
const run = (command: string, args: string[]) => spawnSync(command, args, { cwd: projectRoot(), encoding: 'utf8' })

/** Ignores column widths of formatted tables. */
const plain = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}:?/g, '---')

test('K2: every package that ships has an open-source licence, and docs/licences.md lists them all', () => {
  const written = plain(readFileSync(page, 'utf8'))
  const made = run(process.execPath, ['scripts/licences.mjs', '--print'])
  expect(made.status).toBe(0)
  expect(plain(made.stdout)).toBe(written)
  const rows = [...written.matchAll(/^\| (\S+) \| \d\S* \| (.+) \|$/gm)].map(([, name = '', licence = '']) => ({ name, licence }))
  const closed = rows.filter(
    ({ licence }) =>
      !licence
        .replaceAll(/[()]/g, '')
        .split(' OR ')
        .some((one) => open.has(one)),
  )
  expect(closed).toEqual([])
  expect(rows.length).toBeGreaterThan(100)
  console.log(`K2 ${rows.length} packages ship, all under open-source licences`)
})

test('K2: npm audit, where the registry answers it, finds nothing high or critical in what ships', () => {
  const { stdout } = run('npm', ['audit', '--omit=dev', '--json'])
  const report = JSON.parse(stdout || '{}') as { metadata?: { vulnerabilities: Record<string, number> } }
  if (!report.metadata) {
    console.log(`K2 NOT ASKED: the registry here does not answer npm audit. Run \`npm audit --omit=dev\` where the registry answers.`)
    return
  }
  const { high, critical, moderate, low } = report.metadata.vulnerabilities
  console.log(`K2 npm audit: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low`)
  expect([high, critical]).toEqual([0, 0])
})
