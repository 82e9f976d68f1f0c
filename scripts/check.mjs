// npm run check: types of every level, format, lint and import zones.
import { bin, install, run } from './prepare.mjs'

install()
for (const project of ['domain', 'contract', 'server', 'demo', 'web', 'tsconfig.tests.json']) {
  console.log(`types: ${project}`)
  run(bin('tsc'), ['-p', project])
}
console.log('format, lint, zones')
run(bin('biome'), ['check', '--error-on-warnings', '.'])
console.log('check passed')
