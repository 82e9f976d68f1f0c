import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addressPattern, areaPattern, paths, withInvite } from './paths.ts'

const root = new URL('..', import.meta.url).pathname

const addresses: readonly string[] = Object.values(paths)
  .map((path) => (typeof path === 'string' ? path : (path as (id: string) => string)('')).replace(/\?.*$/, ''))
  .filter((path) => path !== paths.findCircles)

const sources = ['domain', 'contract', 'build', 'server', 'web']
  .flatMap((folder) => readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file) && file !== 'contract/paths.ts')

/** The source without imports and comments, and its regular expressions as plain addresses. */
const codeOf = (file: string): string =>
  readFileSync(root + file, 'utf8')
    .replace(/^\s*(\/\*\*|\*|\/\/).*$/gm, '')
    .replace(/^.*\b(from|import\() ?'.*$/gm, '')
    .replaceAll('\\/', '/')

/** An address begins a text or a regular expression, or follows the site's own, and ends where the page's does. */
const written = new RegExp(`(?:['"\`^]|\\^?\\((?:\\?:)?|(?<!group)\\})(?:${addresses.join('|')})(?=['"\`?$(\\s)|]|(?<=/))`)

/** The API has addresses below /admin too. */
const ofTheApi = (file: string, text: string): boolean => file.endsWith('.routes.ts') && text.includes('/admin')

describe('an address of the page', () => {
  test('is written in contract/paths.ts alone', () => {
    const elsewhere = sources.flatMap((file) =>
      codeOf(file)
        .split('\n')
        .filter((line) => written.test(line) && !ofTheApi(file, line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    expect(elsewhere).toEqual([])
  })

  test('would be found as a text, after the address of the site and in a regular expression', () => {
    const texts = [
      "'/login'",
      "'/circle-public/7'",
      `\`\${publicUrl}${paths.joinCircle('7')}\``,
      "'/circle/7?tab=members'",
      '/^/circle-public/([^/]+)/',
    ]
    expect(texts.filter((text) => !written.test(text))).toEqual([])
    const others = ["'app/circle/7'", `\`/\${group}${paths.circle('7')}\``, "'/circles.csv'", "'/administer'"]
    expect(others.filter((text) => written.test(text))).toEqual([])
  })

  test('is recognised with and without a slash at its end', () => {
    expect(addressPattern(paths.findCircles).test('/')).toBe(true)
    expect(addressPattern(paths.circle(':id')).exec('/circle/7/')?.[1]).toBe('7')
    expect(addressPattern(paths.circle(':id')).test('/circle/7/8')).toBe(false)
    expect(addressPattern(paths.findCircles).test('/login')).toBe(false)
  })

  test('covers what lies below it, and nothing that only begins alike', () => {
    const pattern = areaPattern(paths.circle(''), paths.admin)
    for (const address of ['/circle', '/circle/7', '/circle/7/record', '/admin', '/admin/circles']) expect(pattern.test(address)).toBe(true)
    for (const address of ['/', '/circle-public/7', '/administer']) expect(pattern.test(address)).toBe(false)
  })

  test('carries an invite where there is one', () => {
    expect(withInvite(paths.circlePublic('7'), 'a-b_c')).toBe('/circle-public/7?invite=a-b_c')
    expect(withInvite(paths.circlePublic('7'), null)).toBe('/circle-public/7')
  })
})
