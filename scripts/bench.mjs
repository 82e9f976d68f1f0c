// npm run bench: runs every benchmark, one after the other. Names select some of them: npm run bench -- search bare-list
import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { ensureFullChromium } from './chromium.mjs'
import { bin, build, fail, install, root } from './prepare.mjs'

const all = [
  'bare-list',
  'reads',
  'search',
  'saved-searches',
  'places',
  'purchases',
  'sign-ins',
  'book',
  'footprint',
  'map',
  'first-visit',
  'acts',
]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name))
if (unknown.length > 0) fail(`There is no ${unknown.join(', ')}. There are ${all.join(', ')}.`)

install()
const CHROME_PATH = ensureFullChromium()
build()
const processors = cpus()
console.log(
  `${processors.length} cores (${processors[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
)
// As root, Chromium raises the priority of its compositor threads. An ordinary visitor's browser cannot, so the benchmarks avoid it.
const withoutRights = ['setpriv', '--bounding-set=-sys_nice', '--inh-caps=-sys_nice']
const canDropRights = process.getuid?.() === 0 && spawnSync(withoutRights[0], [...withoutRights.slice(1), 'true']).status === 0
let isWhole = true
for (const name of asked.length > 0 ? asked : all) {
  console.log(`\n## ${name}\n`)
  const [command, ...words] = [...(canDropRights ? withoutRights : []), bin('tsx'), `bench/${name}.ts`]
  const { status } = spawnSync(command, words, { cwd: root, stdio: 'inherit', env: { ...process.env, CHROME_PATH } })
  isWhole &&= status === 0
}
console.log(isWhole ? '\nEverything was measured; the goals are in bench/README.md.' : '\nNot everything could be measured.')
process.exit(isWhole ? 0 : 1)
