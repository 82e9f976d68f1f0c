import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type BookLine, reversedLines } from './book-accounts.ts'
import type { ExportedEntry } from './book-export.ts'
import { exampleBook, exampleLines } from './example-book.ts'
import { figuresOf, type YearFacts } from './statement-figures.ts'
import { exampleEntries, exampleHolders } from './worked-example.ts'
import { type PackedPart, type YearPack, yearPackFiles } from './year-pack.ts'

const script = path.resolve(import.meta.dirname, '../docs/reckon-year-pack.mjs')
const people = ['Ann', 'Ben', 'Cy', 'Dee']

type BookedEntry = (typeof exampleBook)[number] & { readonly reverses?: number }

/** The parts of entries 23 and 35 of the worked example. */
const exampleParts = ([23, 35] as const).flatMap((no, index) =>
  [1, 2, 3, 4].map((arc): PackedPart => {
    const day = exampleBook.find((entry) => entry.no === no)?.day ?? ''
    const cents = (of: number) =>
      exampleLines(of).find((line) => line.account === 'paid_out' && 'arc' in line && line.arc === arc)?.amountCents ?? 0
    return {
      distribution: index + 1,
      day,
      arc,
      partCents: cents(no),
      beforeCents: no === 35 ? cents(23) : 0,
      receiver: exampleHolders.findLast((holder) => holder.arc === arc && holder.from <= day)?.who ?? null,
      setOffCents: 0,
      owedCents: cents(no),
      entry: no,
      reversedOn: null,
    }
  }),
)

function packOf(book: readonly BookedEntry[] = exampleBook, distributions: readonly PackedPart[] = exampleParts): YearPack {
  const facts: YearFacts = {
    prices: [25_000, 25_000, 25_000, 25_000],
    entries: book.map(({ no, day, lines }) => ({ number: no, day, lines, belongsTo: null })),
    holders: exampleHolders.map(({ arc, from, who }) => ({ arc, from, holder: who })),
    endedOn: '2027-04-30',
  }
  const entries = book.map(
    ({ no, day, lines, reverses = null }): ExportedEntry => ({
      number: no,
      day,
      recordedAt: '2027-06-01T00:00:00.000Z',
      kind: 'payment',
      payee: no === 18 ? '=HYPERLINK("http://evil.example")' : 'Someone',
      words: exampleEntries.find((entry) => entry.no === no)?.what ?? '',
      belongsTo: null,
      reverses,
      motion: null,
      documentHashes: [],
      lines: lines.map((line) => ({ ...line, bankDay: line.account === 'cash' ? day : null })),
    }),
  )
  const statements = people.map((person) => ({
    person,
    figures: figuresOf(facts, person, { year: 2027, to: '2027-12-31', issuedBefore: null }),
  }))
  return {
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
    distributions,
  }
}
const pack = packOf()

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
  expect(reckoned(files)).toEqual({ words: '190 figures of 2027 were reckoned again, and all agree.\n', isRight: true })
  expect(yearPackFiles(pack)).toEqual(files)
})

test('while a part waits for the end of a transfer, every figure agrees too', () => {
  const isOfCy = (line: BookLine) => ('arc' in line && line.arc === 4) || ('person' in line && line.person === 'Cy')
  const book = exampleBook.map((entry) => (entry.no === 23 ? { ...entry, lines: entry.lines.filter((line) => !isOfCy(line)) } : entry))
  const parts = exampleParts.map((part) =>
    part.arc === 4 && part.entry === 23 ? { ...part, receiver: null, owedCents: 0, entry: null } : part,
  )
  expect(reckoned(yearPackFiles(packOf(book, parts)))).toMatchObject({ isRight: true })
})

test('after the earlier of two distributions is reversed, every figure agrees too', () => {
  const reversal = { no: 37, day: '2027-04-29', lines: reversedLines(exampleLines(23)), reverses: 23 }
  const parts = exampleParts.map((part) => (part.distribution === 1 ? { ...part, reversedOn: reversal.day } : part))
  expect(reckoned(yearPackFiles(packOf([...exampleBook, reversal], parts)))).toMatchObject({ isRight: true })
})

test('the script has 60 lines at most', () => {
  expect(readFileSync(script, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60)
})

test.each([
  ['distributions.csv', '"1","2027-03-15","1","250.01"', '"1","2027-03-15","1","250.00"', 'distribution 1, arc 1'],
  ['distributions.csv', '"0.00","250.00","23"', '"0.00","249.99","23"', 'Owed in entry 23'],
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
