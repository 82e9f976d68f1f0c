import type { Operation, Schema } from './operations.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Plausible values for a field of this name: existing ids and meaningful words. */
export type Known = (name: string) => readonly string[]

const words = [
  'Denver',
  'Larkspur Terrace',
  'csv',
  'https://listings.example/418',
  '2026-01-01',
  '418 Alderstone Way',
  '-105.3,39.5,-104.6,40',
]

function validText(schema: Schema, name: string, random: SeededRandom, known: Known): string {
  if (schema.format === 'date-time') return new Date(Date.now() + random.below(60) * 86_400_000).toISOString()
  const ids = known(name)
  const text = ids.length > 0 && random.happens(0.8) ? random.pick(ids) : random.pick(words)
  return text.slice(0, schema.maxLength ?? 200).padEnd(schema.minLength ?? 0, 'x')
}

function validNumber({ minimum = 0, maximum = 1_000_000, multipleOf = 1 }: Schema, random: SeededRandom): number {
  const nice = [minimum, maximum, 75_000, 5].filter((value) => value >= minimum && value <= maximum)
  const value = random.happens(0.5) ? random.pick(nice) : minimum + random.below(maximum - minimum + 1)
  return Math.floor(value / multipleOf) * multipleOf
}

/** A value that the schema accepts. */
export function valid(schema: Schema, name: string, random: SeededRandom, known: Known): unknown {
  if (schema.anyOf) return valid(random.pick(schema.anyOf), name, random, known)
  if (schema.enum) return random.pick(schema.enum)
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const named = Object.entries(properties).filter(([key]) => required.includes(key) || random.happens(0.8))
      return Object.fromEntries(named.map(([key, inner]) => [key, valid(inner, key, random, known)]))
    }
    case 'array':
      return Array.from({ length: random.below(Math.min(schema.maxItems ?? 3, 3) + 1) }, () =>
        valid(schema.items ?? {}, name, random, known),
      )
    case 'string':
      return validText(schema, name, random, known)
    case 'number':
    case 'integer':
      return validNumber(schema, random)
    case 'boolean':
      return random.happens(0.5)
    case 'null':
      return null
    default:
      return random.pick(['text', 7, true, { text: 'inside' }])
  }
}

const deep = (depth: number): string => `${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`

/** Texts that have broken programs before. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '%',
  '%00',
  '%2F..%2F',
  '../../etc/passwd',
  "' or '1'='1",
  '"; drop table users; --',
  '\\',
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=1+1',
  '\ud800',
  '\u202e',
  '😀'.repeat(50),
  'ﷺ'.repeat(20),
  'İ',
  'x'.repeat(500),
  'x'.repeat(70_000),
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  '9007199254740993',
  '01890a5d-ac96-774b-bcce-b302099a8057',
  '00000000-0000-0000-0000-000000000000',
  '(select 1)',
  'a,b,,,',
  '2026-02-30T25:61:00Z',
  '99999-01-01',
]

const hostileValues: readonly unknown[] = [
  ...hostileTexts,
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 53,
  [],
  {},
  [[[[[]]]]],
  { _id: {} },
  { $ne: null },
  ['x', null, 1],
  { length: 1e9 },
  { toString: 'x', valueOf: 1 },
]

/** Replaces one field, at any depth, by an invalid value. */
function spoil(value: unknown, random: SeededRandom): unknown {
  if (typeof value !== 'object' || value === null || random.happens(0.25)) return random.pick(hostileValues)
  if (Array.isArray(value)) return [...value, random.pick(hostileValues)]
  const keys = Object.keys(value)
  if (keys.length === 0) return { [random.pick(hostileTexts)]: random.pick(hostileValues) }
  const key = random.pick(keys)
  const inner = (value as Record<string, unknown>)[key]
  return { ...value, [key]: random.happens(0.6) ? random.pick(hostileValues) : spoil(inner, random) }
}

const rawBodies: readonly string[] = [
  '{',
  '{"a":1,}',
  'null',
  '[]',
  '"text"',
  '1e999',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"a":1,"a":2}',
  deep(2_000),
  `{"a":"${'x'.repeat(300_000)}"}`,
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '\0',
  'a=1&b=2',
  '<xml/>',
]

const mediaTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  'x',
  'multipart/form-data',
]

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'idempotency-key': 'x'.repeat(201) },
  { 'idempotency-key': '\u00ff' },
  { 'idempotency-key': 'the same key' },
  { 'if-none-match': '*' },
  { range: 'bytes=5-1' },
  { accept: 'text/html' },
  { 'accept-encoding': 'br;q=x, *;q=0' },
  { authorization: 'Bearer x.y.z' },
  { authorization: 'Basic eDp5' },
  { 'x-refresh-token': 'x'.repeat(5_000) },
  { 'x-forwarded-for': 'not an address' },
  { origin: 'null' },
  { 'last-event-id': '-1' },
  { 'last-event-id': '9'.repeat(40) },
  { expect: '100-continue' },
]

type Made = { readonly url: string; readonly body: string | undefined; readonly headers: Readonly<Record<string, string>> }

/** A request to an operation: valid, or with a hostile value. */
export function makeRequest(operation: Operation, random: SeededRandom, known: Known): Made {
  const isHostile = random.happens(0.6)
  const spoils = (part: number) => isHostile && random.happens(part)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const sent = spoils(0.3) ? random.pick(hostileTexts) : random.pick([...known(name), ...known('id'), 'Denver'])
    // Sometimes unencoded, with percent signs that make it hard to parse.
    return spoils(0.1)
      ? random.pick(['%', '%zz', '%00', '%2F', '%ff', '%E0%A4%A'])
      : encodeURIComponent(sent.toWellFormed()).slice(0, 6_000)
  })
  const query = operation.query.flatMap(({ name, schema }) => {
    if (random.happens(0.6)) return []
    const value = spoils(0.4) ? random.pick(hostileTexts).slice(0, 4_000) : String(valid(schema, name, random, known))
    const pair = `${name}=${encodeURIComponent(value.toWellFormed())}`
    return spoils(0.1) ? [pair, `${pair}&${name}[a]=b`] : [pair]
  })
  const headers: Record<string, string> = { ...(spoils(0.2) ? random.pick(oddHeaders) : {}) }
  const url = `${path}${query.length > 0 ? `?${query.join('&')}` : spoils(0.1) ? '?%&=&&a[b]=c&__proto__=1' : ''}`
  if (operation.method === 'GET' && !spoils(0.05)) return { url, body: undefined, headers }
  const described = operation.body ? valid(operation.body, '', random, known) : undefined
  const body = spoils(0.2) ? random.pick(rawBodies) : JSON.stringify(spoils(0.7) ? spoil(described ?? {}, random) : described)
  if (body !== undefined) headers['content-type'] = spoils(0.1) ? random.pick(mediaTypes) : 'application/json'
  return { url, body, headers }
}
