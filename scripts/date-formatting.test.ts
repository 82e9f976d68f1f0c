import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Every one of these forms a day or a time, in UTC or in the machine's zone instead of the reader's. */
const forming = [
  /\.toLocale(Date|Time)String\(/,
  /\.to(Date|Time|UTC|GMT)String\(/,
  /\bIntl\.(DateTimeFormat|RelativeTimeFormat)\b/,
  /\.get(UTC)?(Date|Day|Month|FullYear|Hours|Minutes|Seconds)\(/,
  /\.getTimezoneOffset\(/,
  /\.set(UTC)?(Date|Month|FullYear|Hours|Minutes|Seconds)\(/,
  /\.toISOString\(\)\??\.(slice|substring|split|replace)/,
  // An ISO time that is cut: `createdAt.slice(0, 10)`.
  /\b(at|\w+At|since)\.(slice|substring|split)\(/,
]

const levels = ['domain', 'contract', 'build', 'server', 'demo', 'web']
const sources = levels
  .flatMap((level) => readdirSync(level, { recursive: true, encoding: 'utf8' }).map((file) => `${level}/${file.replaceAll('\\', '/')}`))
  .filter((file) => /\.(ts|tsx|js)$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))

const violations = (text: string): string[] => text.split('\n').filter((line) => forming.some((pattern) => pattern.test(line)))

test('only domain/dates.ts forms days and times', () => {
  const found = sources
    .filter((file) => file !== 'domain/dates.ts')
    .flatMap((file) => violations(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`))
  expect(sources.length).toBeGreaterThan(500)
  expect(found).toEqual([])
})

test.each([
  'new Date().toLocaleDateString()',
  'time.toLocaleTimeString("en-US")',
  'new Intl.DateTimeFormat("en-US")',
  'date.getDate()',
  'date.getUTCHours()',
  'row.at.toISOString().slice(0, 10)',
  'user.createdAt.slice(0, 10)',
  'at.slice(11, 19)',
  '-date.getTimezoneOffset()',
])('%s is refused elsewhere', (line) => {
  expect(violations(line)).toEqual([line])
})

test.each(['row.at.toISOString()', 'count.toLocaleString("en-US")', 'new Intl.NumberFormat("en-US")', 'date.getTime()'])(
  '%s is allowed',
  (line) => {
    expect(violations(line)).toEqual([])
  },
)
