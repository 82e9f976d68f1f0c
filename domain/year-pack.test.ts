import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ExportedEntry } from './book-export.ts'
import { exampleBook } from './example-book.ts'
import { figuresOf, type YearFacts } from './statement-figures.ts'
import { exampleEntries, exampleHolders } from './worked-example.ts'
import { type YearPack, yearPackFiles } from './year-pack.ts'

const script = path.resolve(import.meta.dirname, '../docs/reckon-year-pack.mjs')
const people = ['Ann', 'Ben', 'Cy', 'Dee']

const facts: YearFacts = {
  prices: [25_000, 25_000, 25_000, 25_000],
  entries: exampleBook.map(({ no, day, lines }) => ({ number: no, day, lines, belongsTo: null })),
  holders: exampleHolders.map(({ arc, from, who }) => ({ arc, from, holder: who })),
  endedOn: '2027-04-30',
}
const entries = exampleBook.map(
  ({ no, day, lines }): ExportedEntry => ({
    number: no,
    day,
    recordedAt: '2027-06-01T00:00:00.000Z',
    kind: 'payment',
    payee: no === 18 ? '=HYPERLINK("http://evil.example")' : 'Someone',
    words: exampleEntries.find((entry) => entry.no === no)?.what ?? '',
    belongsTo: null,
    reverses: null,
    motion: null,
    documentHashes: [],
    lines: lines.map((line) => ({ ...line, bankDay: line.account === 'cash' ? day : null })),
  }),
)
const statements = people.map((person) => ({
  person,
  figures: figuresOf(facts, person, { year: 2027, to: '2027-12-31', issuedBefore: null }),
}))
const pack: YearPack = {
  year: 2027,
  prices: facts.prices,
  entries,
  names: {
    bankAccounts: new Map([
      ['operating', 'Operating'],
      ['deposits', 'Deposits'],
    ]),
    people: new Map(people.map((person) => [person, `${person} Smith`])),
  },
  holders: facts.holders,
  statements: [...statements, ...statements.slice(0, 1).map(({ figures }) => ({ person: null, figures }))],
  months: [],
  settlements: [],
}

/** What the script says of these files, and whether it found nothing wrong. */
function reckoned(files: ReadonlyMap<string, string>): { readonly words: string; readonly isRight: boolean } {
  const folder = mkdtempSync(path.join(tmpdir(), 'arcstead-pack-'))
  try {
    for (const [name, text] of files) writeFileSync(path.join(folder, name), text)
    return { words: execFileSync(process.execPath, [script, folder], { encoding: 'utf8', stdio: 'pipe' }), isRight: true }
  } catch (error) {
    return { words: String((error as { stderr?: string }).stderr), isRight: false }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('every figure of a year pack can be reckoned again from its own files', () => {
  const files = yearPackFiles(pack)
  expect(reckoned(files)).toEqual({ words: '178 figures of 2027 were reckoned again, and all agree.\n', isRight: true })
  expect(yearPackFiles(pack)).toEqual(files)
})

test.each([
  ['trial-balance.csv', '"-3923.33"', '"-3923.34"', 'income:rent at the end'],
  ['shares-by-arc.csv', '"-980.84"', '"-980.85"', 'income:rent, arc 1'],
  ['capital-by-member.csv', '"48500.02"', '"48500.03"', 'Ann Smith: the sum'],
  ['book.csv', '"1550.00"', '"1551.00"', 'entry 9'],
])('a changed %s is found: %s', (name, from, to, words) => {
  const files = new Map(yearPackFiles(pack))
  const text = files.get(name) ?? ''
  expect(text).toContain(from)
  files.set(name, text.replace(from, to))
  expect(reckoned(files)).toMatchObject({ isRight: false, words: expect.stringContaining(words) })
})

test('no cell of a pack is a formula', () => {
  for (const [name, text] of yearPackFiles(pack)) {
    if (name.endsWith('.csv')) expect([name, /(^|,)"[=+@]/m.test(text)]).toEqual([name, false])
  }
})
