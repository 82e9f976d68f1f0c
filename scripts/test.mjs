// npm test: types, format, lint and zones, then rules, server (on a real PostgreSQL), page tests and journeys in a browser.
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './chromium.mjs'
import { bin, build, install, root } from './prepare.mjs'

const started = Date.now()

install()
const chromium = ensureChromium()
build()

const steps = [
  ['types, format, lint, zones', process.execPath, ['scripts/check.mjs']],
  ['rules, server and page', bin('vitest'), ['run']],
  ['browser journeys', bin('playwright'), ['test']],
]
for (const [name, command, args] of steps) {
  console.log(`\n── ${name} ──`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, CHROME_PATH: chromium } })
  if (status !== 0) {
    console.error(`\nnpm test failed at: ${name}`)
    process.exit(status ?? 1)
  }
}
console.log(`\nAll tests passed in ${Math.round((Date.now() - started) / 1000)} s.`)
