// node docs/reckon-year-pack.mjs FOLDER: reckons every balance, share, part and capital of a year pack again, from its own files only.
import { readFileSync } from 'node:fs'

const cents = (text) => Math.round(Number(text) * 100)
const sum = (list) => list.reduce((total, each) => total + each, 0)
const sumOf = (rows, title) => sum(rows.map((row) => cents(row[title])))
const grouped = (rows, title) => [...new Set(rows.map((row) => row[title]))].map((key) => [key, rows.filter((row) => row[title] === key)])
function table(name) {
  const records = readFileSync(`${process.argv[2] ?? '.'}/${name}`, 'utf8').match(/(?:"(?:[^"]|"")*",?)+\r\n/g) ?? []
  const [header = [], ...rows] = records.map((record) =>
    [...record.matchAll(/"((?:[^"]|"")*)"/g)].map((cell) => cell[1].replaceAll('""', '"').replace(/^'(?=\s*[=+\-@\t\r])/, '')),
  )
  return rows.map((row) => Object.fromEntries(header.map((title, index) => [title, row[index]])))
}
const checks = []
function check(what, ours, theirs) {
  checks.push(ours === theirs)
  if (ours !== theirs) console.error(`${what}: reckoned ${ours / 100}, the pack says ${theirs / 100}`)
}
const [holders, paid] = [table('holders.csv'), table('distributions.csv')]
const lines = table('book.csv').map((row) => ({ ...row, tree: row['Account in the tree'], cents: cents(row['Amount (USD)']) }))
const [year, arcs] = table('year.csv').flatMap((row) => [Number(row.Year), Number(row.Arcs)])
const [start, end, numbers] = [`${year - 1}-12-31`, `${year}-12-31`, Array.from({ length: arcs }, (_, index) => index + 1)]
const sumIf = (isOf) => sum(lines.flatMap((line) => (isOf(line) ? [line.cents] : [])))
// An arc's share of a total: the total ÷ arcs, rounded down in size; the odd cents go to the lowest numbers.
const share = (total, arc) => Math.sign(total) * (Math.floor(Math.abs(total) / arcs) + (arc <= Math.abs(total) % arcs ? 1 : 0))
const total = (tree, day) => sumIf((line) => line.Day <= day && line.tree === tree)
const shared = [...new Set(lines.map((line) => line.tree))].filter((tree) => /^(income|expenses):/.test(tree))
const ownOf = (arc, day) => sumIf((line) => line.Day <= day && line.Arc === String(arc) && line.tree.startsWith('equity:'))
const capital = (arc, day) => 0 - ownOf(arc, day) - sum(shared.map((tree) => share(total(tree, day), arc)))
const holder = (arc, day) => holders.filter((row) => row.Arc === String(arc) && row.From <= day).at(-1)?.Holder
// Odd cents of a distribution go to the arcs on which least was declared before, of those to the lowest numbers.
const byLeast = (a, b) => cents(a['Declared before']) - cents(b['Declared before']) || a.Arc - b.Arc
const standing = (arc) => paid.filter((row) => row.Arc === String(arc) && row.Number !== '' && row['Reversed on'] === '')
const inEntry = (number, tree) => sumIf((line) => line.Number === number && line.tree.startsWith(tree))
for (const number of new Set(lines.map((line) => line.Number))) check(`entry ${number}`, inEntry(number, ''), 0)
for (const [number, own] of grouped(paid, 'Distribution'))
  for (const [index, row] of own.toSorted(byLeast).entries())
    check(`distribution ${number}, arc ${row.Arc}`, share(sumOf(own, 'Part'), index + 1), cents(row.Part))
for (const [number, own] of grouped(paid, 'Number').filter(([key]) => key !== ''))
  for (const [title, tree] of Object.entries({ 'Set off': 'equity:capital:', Owed: 'liabilities:owed:' }))
    check(`${title} in entry ${number}`, 0 - inEntry(number, tree), sumOf(own, title))
for (const arc of numbers) check(`paid out on arc ${arc}`, sumOf(standing(arc), 'Part'), total(`equity:paid out:arc ${arc}`, end))
for (const row of table('trial-balance.csv')) {
  check(`${row.Account} at the start`, total(row.Account, start), cents(row['At the start']))
  check(`${row.Account} at the end`, total(row.Account, end), cents(row['At the end']))
}
for (const row of table('shares-by-arc.csv')) {
  const [before, after] = [start, end].map((day) => share(total(row.Account, day), Number(row.Arc)))
  check(`${row.Account}, arc ${row.Arc}, at the end`, after, cents(row['At the end']))
  check(`${row.Account}, arc ${row.Arc}`, after - before, cents(row.Year))
}
for (const row of table('capital-by-member.csv')) {
  const own = numbers.filter((arc) => row.Member === 'Circle' || holder(arc, end) === row.Member).map((arc) => capital(arc, end))
  const steps = ['Capital at the start', 'Correction', 'Put in', 'Income less costs', 'Paid out', 'Handed on', 'Taken over', 'Odd cents']
  check(`${row.Member}: the sum`, sum(steps.map((step) => cents(row[step]))), cents(row['Capital at the end']))
  check(`${row.Member} at the end`, sum(own) + cents(row['Odd cents']), cents(row['Capital at the end']))
}
console.log(`${checks.length} figures of ${year} were reckoned again, ${checks.includes(false) ? 'not all agree' : 'and all agree'}.`)
process.exitCode = checks.includes(false) ? 1 : 0
