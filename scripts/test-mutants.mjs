// npm run test:mutants: changes the rules in domain/ in small ways (mutants) and counts how many of them the rules' own tests notice. Takes
// file patterns, such as -- domain/arcs.ts 'domain/motion*.ts', and then also lists the changes that no test noticed. Fails below the goals:
// of what decides money, votes and access 95 of 100 are noticed, of all rules 90. Stryker needs a newer Node than the product, so it runs under
// that of npm run test:node24.
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { install, root, run } from './prepare.mjs'
import { ensureNode24 } from './test-node24.mjs'

const goals = { deciding: 95, all: 90 }
const deciding = new Set(
  [
    ...['arc-capital', 'arcs', 'bank-lines', 'bank-matching', 'bids', 'calls', 'cents', 'counting', 'distributions', 'ending', 'funding'],
    ...[
      'give-up',
      'may/circle',
      'may/person',
      'may/property',
      'may/report',
      'membership',
      'money',
      'month-close',
      'motion-rule',
      'motions',
    ],
    ...['notice-period', 'offers', 'outcome', 'payment-permission', 'payouts', 'sale', 'settlement', 'settlement-lines', 'stages'],
    ...['statement-figures', 'step-up', 'transfers', 'verification', 'votes', 'weights', 'where-to-pay'],
  ].map((name) => `domain/${name}.ts`),
)

const noticed = ['Killed', 'Timeout']
const unnoticed = ['Survived', 'NoCoverage']

function printFile(name, mutants, withSurvivors) {
  const killed = mutants.filter(({ status }) => noticed.includes(status)).length
  const survivors = mutants.filter(({ status }) => unnoticed.includes(status))
  const all = killed + survivors.length
  if (all === 0) return { killed, all }
  console.log(`${((100 * killed) / all).toFixed(1).padStart(5)} %  ${String(killed).padStart(4)} of ${String(all).padStart(4)}  ${name}`)
  if (withSurvivors)
    for (const { location, mutatorName, replacement } of survivors)
      console.log(`         ${name}:${location.start.line}:${location.start.column}  ${mutatorName}: ${replacement.replace(/\s+/g, ' ')}`)
  return { killed, all }
}

const patterns = process.argv.slice(2)
install()
mkdirSync(path.join(root, '.cache'), { recursive: true })
run(ensureNode24(), [
  path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
  'run',
  'stryker.config.mjs',
  // Commas separate patterns for Stryker.
  ...(patterns.length > 0 ? ['--mutate', [...patterns, '!domain/**/*.test.ts'].join(',')] : []),
])

const { files } = JSON.parse(readFileSync(path.join(root, '.cache/mutants.json'), 'utf8'))
console.log('\nKilled mutants per file:')
const counts = Object.keys(files)
  .sort()
  .map((name) => ({ isDeciding: deciding.has(name), ...printFile(name, files[name].mutants, patterns.length > 0) }))

/** Prints the share of all mutants of these files that were killed, and says whether it reaches the goal. */
function reaches(goal, words, some) {
  const all = some.reduce((sum, each) => sum + each.all, 0)
  if (all === 0) return true
  const killed = some.reduce((sum, each) => sum + each.killed, 0)
  const percent = (100 * killed) / all
  console.log(`${percent.toFixed(1).padStart(5)} %  ${killed} of ${all} ${words}, goal ${goal} %`)
  return percent >= goal
}
const results = [
  reaches(
    goals.deciding,
    'where money, votes and access are decided',
    counts.filter(({ isDeciding }) => isDeciding),
  ),
  reaches(goals.all, 'altogether', counts),
]
process.exit(results.every(Boolean) ? 0 : 1)
