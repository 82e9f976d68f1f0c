// node scripts/licences.mjs: writes docs/licences.md, the licences of all shipped packages (--print: prints it instead).
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './prepare.mjs'
import { shippedPackages } from './shipped-packages.mjs'

function licencesText() {
  const packages = shippedPackages()
  const counts = new Map()
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1)
  const summary = [...counts].sort(([one, few], [other, many]) => many - few || one.localeCompare(other))
  return [
    '# Licences of what ships',
    '',
    'Every package that `npm install --omit=dev` brings, from its own package.json. Written by `node scripts/licences.mjs`,',
    'compared by `npm run prove -- supply`. Of the binaries of PostgreSQL, argon2 and resvg only those of one’s own platform are installed;',
    'the PostgreSQL inside them is under the PostgreSQL Licence.',
    '',
    '| licence | packages |',
    '| --- | ---: |',
    ...summary.map(([licence, count]) => `| ${licence} | ${count} |`),
    '',
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
  ].join('\n')
}

const text = licencesText()
if (process.argv.includes('--print')) process.stdout.write(text)
else writeFileSync(path.join(root, 'docs/licences.md'), text)
