// npm run bench: every measurement, one after the other. Names choose some of them: npm run bench -- search bare-list
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { projectRoot } from '#server/root.ts'

const all = ['bare-list', 'search', 'places', 'purchases'] as const

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.some((known) => known === name))
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. There are ${all.join(', ')}.`)

for (const name of asked.length > 0 ? asked : all) {
  console.log(`\n## ${name}\n`)
  const tsx = path.join(projectRoot(), 'node_modules/tsx/dist/cli.mjs')
  const child = spawn(process.execPath, [tsx, path.join(projectRoot(), `bench/${name}.ts`)], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
}
