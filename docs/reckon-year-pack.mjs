// node docs/reckon-year-pack.mjs FOLDER: reckons every balance, share and capital of a year pack again, from its own files only.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const folder = process.argv[2] ?? '.'
const cents = (text) => Math.round(Number(text) * 100)
const sum = (list) => list.reduce((total, each) => total + each, 0)
function table(name) {
  const text = readFileSync(path.join(folder, name), 'utf8').replace(/^\uFEFF/, '')
  const records = text.match(/(?:"(?:[^"]|"")*",?)+\r\n/g) ?? []
  const [header = [], ...rows] = records.map((record) =>
    [...record.matchAll(/"((?:[^"]|"")*)"/g)].map((cell) => cell[1].replaceAll('""', '"').replace(/^'(?=\s*[=+\-@\t\r])/, '')),
  )
  return rows.map((row) => Object.fromEntries(header.map((title, index) => [title, row[index]])))
}
let [wrong, checked] = [0, 0]
function check(what, ours, theirs) {
  checked += 1
  if (ours === theirs) return
  wrong += 1
  console.error(`${what}: reckoned ${ours / 100}, the pack says ${theirs / 100}`)
}
const holders = table('holders.csv')
const lines = table('book.csv').map((row) => ({ ...row, tree: row['Account in the tree'], cents: cents(row['Amount (USD)']) }))
const [year, arcs] = table('year.csv').flatMap((row) => [Number(row.Year), Number(row.Arcs)])
const numbers = Array.from({ length: arcs }, (_, index) => index + 1)
const [start, end] = [`${year - 1}-12-31`, `${year}-12-31`]
const until = (day) => lines.filter((line) => line.Day <= day)
// An arc's share of a total: the total ÷ arcs, rounded down in size; the odd cents go to the lowest numbers.
const share = (total, arc) => Math.sign(total) * (Math.floor(Math.abs(total) / arcs) + (arc <= Math.abs(total) % arcs ? 1 : 0))
const total = (tree, day) => sum(until(day).flatMap((line) => (line.tree === tree ? [line.cents] : [])))
const shared = [...new Set(lines.map((line) => line.tree))].filter((tree) => /^(income|expenses):/.test(tree))
const ownOf = (arc, day) => until(day).filter((line) => line.Arc === String(arc) && /^equity:/.test(line.tree))
const capital = (arc, day) => 0 - sum(ownOf(arc, day).map((line) => line.cents)) - sum(shared.map((tree) => share(total(tree, day), arc)))
const holder = (arc, day) => holders.filter((row) => row.Arc === String(arc) && row.From <= day).at(-1)?.Holder

for (const number of new Set(lines.map((line) => line.Number))) {
  const own = lines.filter((line) => line.Number === number)
  check(`entry ${number}`, sum(own.map((line) => line.cents)), 0)
}
const paidOut = (arc) => total(`equity:paid out:arc ${arc}`, end)
for (const arc of numbers) check(`paid out on arc ${arc}`, share(sum(numbers.map(paidOut)), arc), paidOut(arc))
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
  const held = (day) => numbers.filter((arc) => row.Member === 'Circle' || holder(arc, day) === row.Member)
  const steps = ['Capital at the start', 'Correction', 'Put in', 'Income less costs', 'Paid out', 'Handed on', 'Taken over', 'Odd cents']
  check(`${row.Member}: the sum`, sum(steps.map((step) => cents(row[step]))), cents(row['Capital at the end']))
  const own = sum(held(end).map((arc) => capital(arc, end)))
  check(`${row.Member} at the end`, own + cents(row['Odd cents']), cents(row['Capital at the end']))
}
console.log(`${checked} figures of ${year} were reckoned again, ${wrong === 0 ? 'and all agree' : `${wrong} do not agree`}.`)
process.exitCode = wrong === 0 ? 0 : 1
