// npm run prove: the long-running proofs of what Arcstead promises under load, faults and attack (docs/promises.md), one after the other,
// with a table at the end. Names select some of them: npm run prove -- refresh last-arc
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { bin, build, fail, install, root } from './prepare.mjs'

const all = readdirSync(path.join(root, 'proofs'))
  .filter((file) => file.endsWith('.proof.ts'))
  .map((file) => file.replace('.proof.ts', ''))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name))
if (unknown.length > 0) fail(`There is no proof named ${unknown.join(', ')}. There are ${all.join(', ')}.`)

install()
const CHROME_PATH = ensureChromium()
build()
const folder = mkdtempSync(path.join(tmpdir(), 'arcstead-prove-'))
const report = path.join(folder, 'report.json')
const files = (asked.length > 0 ? asked : all).map((name) => `proofs/${name}.proof.ts`)
const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`]
const { status } = spawnSync(bin('vitest'), ['run', '--config', 'vitest.proofs.config.ts', ...files, ...reporters], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHROME_PATH },
})
const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
rmSync(folder, { recursive: true, force: true })

// A proof is left out if a program that it needs is missing; it says which. After a failure nothing is left out.
const holds = { passed: 'yes', skipped: status === 0 ? 'left out' : 'NO' }
console.log('\n| promise | holds | seconds |\n| --- | --- | --- |')
for (const { title, status: outcome, duration } of results.flatMap((file) => file.assertionResults)) {
  console.log(`| ${title} | ${holds[outcome] ?? 'NO'} | ${Math.round((duration ?? 0) / 1000)} |`)
}
console.log(status === 0 ? '\nEvery promise asked for holds.' : '\nNot every promise holds: see above.')
process.exit(status ?? 1)
