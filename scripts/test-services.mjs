// npm run test:services: the tests that need external servers or programs. Starts a real S3 (Ceph radosgw) and Debian's PostgreSQL 15, and
// runs the file and mail tests against the former; the book is compared with hledger. Also the tests that start and stop servers themselves.
// Rules and server run once more at the other end of what is supported: the oldest PostgreSQL and the newest Node at once.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureFullChromium } from './chromium.mjs'
import { build, install } from './prepare.mjs'
import { ensurePackages, isStopping, openScratch, s3Packages, start, startPostgres, startS3, stopServices } from './services.mjs'
import { ensureNode24, rulesAndServer, vitest } from './test-node24.mjs'

const began = Date.now()
const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`

install()
const CHROME_PATH = ensureFullChromium()
build()
ensurePackages([...s3Packages, 'postgresql-15', 'pgbouncer', 'hledger'])
const folder = openScratch()

const counts = { passed: 0, failed: 0 }
let isGreen = true
try {
  const s3 = await startS3(path.join(folder, 's3'))
  const postgres = await startPostgres(path.join(folder, 'postgres'), { fsync: 'off' })
  console.log(`S3 at ${s3.S3_ENDPOINT}, PostgreSQL 15 at ${postgres.url} (${seconds()})`)
  const env = { ...process.env, CHROME_PATH, ...s3, ARCSTEAD_TEST_DATABASE_URL: postgres.url }
  const steps = [
    ['services', process.execPath, ['run', '--config', 'vitest.services.config.ts']],
    ['rules and server on PostgreSQL 15, under Node 24', ensureNode24(), rulesAndServer],
  ]
  for (const [name, node, args] of steps) {
    if (isStopping()) break
    console.log(`\n── ${name} ──`)
    const report = path.join(folder, 'report.json')
    rmSync(report, { force: true })
    const code = await start(node, [vitest, ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { env })
    const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
    counts.passed += result.numPassedTests ?? 0
    counts.failed += result.numFailedTests ?? 0
    isGreen &&= code === 0
  }
} catch (error) {
  console.error(error.message)
  isGreen = false
}
await stopServices()
console.log(`\ntest:services: ${counts.passed} passed, ${counts.failed} failed in ${seconds()}${isGreen ? '' : ' – not all is well'}`)
process.exit(isGreen ? 0 : 1)
