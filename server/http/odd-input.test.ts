import { expect } from 'vitest'
import { test } from '#server/testing/test-app.ts'

type Parameter = { readonly name: string; readonly in: string }
type Paths = Record<string, Record<string, { readonly parameters?: readonly Parameter[] }>>

/** Values that links, crawlers and attackers send instead of an id, a date, a number or a text. */
const odd = [
  '',
  '%00',
  'a%00b',
  '%F0%9F%98%80',
  '%ED%A0%80',
  "'",
  '-1',
  '0',
  '1e309',
  '99999999999999999999999',
  'NaN',
  '275760-09-13',
  '%2B275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00Z',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '%7B%22a%22:1%7D',
  '180,90,-180,-90',
  'x'.repeat(1_500),
]

const isEndless = (path: string) => path.endsWith('/stream')

test('no odd value in the URL of a GET makes the server fail', { timeout: 300_000 }, async ({ testApp }) => {
  const { paths } = JSON.parse((await testApp.call(null, 'GET', '/api/openapi.json')).text) as { paths: Paths }
  const [admin, person] = [await testApp.seed.admin(), await testApp.seed.investor()]
  const failures: string[] = []
  let asked = 0
  const ask = async (path: string) => {
    const reader = path.startsWith('/api/admin') ? admin : person
    const { status } = await testApp.call(reader, 'GET', path)
    asked += 1
    if (status >= 500) failures.push(`${status} ${path.slice(0, 200)}`)
  }
  for (const [path, methods] of Object.entries(paths)) {
    if (!methods.get || isEndless(path)) continue
    const plain = path.replaceAll(/\{[^}]+\}/g, person._id)
    for (const value of odd) {
      if (plain !== path && value !== '') await ask(path.replaceAll(/\{[^}]+\}/g, value))
      for (const parameter of methods.get.parameters ?? []) if (parameter.in === 'query') await ask(`${plain}?${parameter.name}=${value}`)
    }
  }
  expect(failures).toEqual([])
  expect(asked).toBeGreaterThan(500)
})
