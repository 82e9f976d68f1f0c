import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ListingStatus, listingStatusValues } from './choices.ts'
import { completeLink, isActiveListing, isListingLink, listingMoves, mayMove } from './listing.ts'

describe('a listing', () => {
  const allowed: [ListingStatus, ListingStatus][] = [
    ['available', 'under_offer'],
    ['under_offer', 'available'],
    ['under_offer', 'under_contract'],
    ['under_contract', 'sold'],
    ['available', 'withdrawn'],
    ['under_offer', 'withdrawn'],
    ['under_contract', 'withdrawn'],
    ['withdrawn', 'available'],
  ]

  test('has only these status transitions', () => {
    const found = listingStatusValues.flatMap((from) =>
      listingStatusValues.filter((to) => from !== to && mayMove(from, to)).map((to) => `${from} ${to}`),
    )
    expect(found.sort()).toEqual(allowed.map(([from, to]) => `${from} ${to}`).sort())
  })

  test('may keep its status', () => {
    expect(listingStatusValues.every((status) => mayMove(status, status))).toBe(true)
  })

  test('offers exactly the allowed transitions', () => {
    for (const from of listingStatusValues)
      expect([...listingMoves(from)].sort()).toEqual(listingStatusValues.filter((to) => to !== from && mayMove(from, to)).sort())
  })

  test('is active until it is sold or withdrawn', () => {
    expect(listingStatusValues.filter(isActiveListing)).toEqual(['available', 'under_offer', 'under_contract'])
  })
})

describe('a listing link', () => {
  test.each([
    ['homes.example/12', 'https://homes.example/12'],
    [' www.homes.example ', 'https://www.homes.example'],
    ['//homes.example/12', 'https://homes.example/12'],
    ['homes.example:8080/12', 'https://homes.example:8080/12'],
    ['http://homes.example', 'http://homes.example'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['mailto:me@homes.example', 'mailto:me@homes.example'],
    ['', ''],
  ])('%j is completed to %j', (typed, link) => {
    expect(completeLink(typed)).toBe(link)
    expect(completeLink(completeLink(typed))).toBe(link)
  })

  test.each([
    'https://example.com',
    'http://example.com/listing/418?ref=a&b=c#photos',
    'HTTPS://Homes.Example.com:8443/a%20b',
    'https://häuser.example/ü',
    'https://192.0.2.1/',
  ])('may be %s', (url) => {
    expect(isListingLink(url)).toBe(true)
  })

  const schemes = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'ftp:', 'view-source:', 'mailto:', 'JaVaScRiPt:']
  const disguises = [
    (scheme: string) => `${scheme}alert(1)`,
    (scheme: string) => `${scheme}//example.com/%0aalert(1)`,
    (scheme: string) => ` ${scheme}alert(1)`,
    (scheme: string) => `\t${scheme}alert(1)`,
    (scheme: string) => `\u0001${scheme}alert(1)`,
    (scheme: string) => `${scheme.slice(0, 4)}\n${scheme.slice(4)}alert(1)`,
    (scheme: string) => `${scheme.slice(0, 4)}\t${scheme.slice(4)}alert(1)`,
    (scheme: string) => `${scheme.replace(':', '&colon;')}alert(1)`,
    (scheme: string) => `${scheme}text/html,<script>alert(1)</script>`,
    (scheme: string) => `${scheme}https://example.com`,
    (scheme: string) => `${scheme}\nhttps://example.com`,
  ]

  test('is never a script or data in a hundred disguises', () => {
    const variants = schemes.flatMap((scheme) => disguises.map((disguise) => disguise(scheme)))
    expect(variants.length).toBeGreaterThan(100)
    expect(variants.filter(isListingLink)).toEqual([])
  })

  test.each([
    '',
    'example.com',
    '//example.com',
    'http:example.com',
    'http:/example.com',
    'https://',
    'https:///path',
    'https://good.example@evil.example',
    'https://user:pass@evil.example/',
    'https://good.example\\@evil.example',
    'https://example.com/a b',
    'https://example.com/\njavascript:alert(1)',
    ' https://example.com',
    `https://example.com/${'a'.repeat(2_048)}`,
    'https://homes',
    'https://homes/12.html',
    'https://homes?page=a.b',
    'https://homes:8080/a.b',
    'http://localhost:3000/x',
    'https://homes.',
    'https://homes..example',
    'https://.example',
    'https://homes.-example',
    completeLink('nothing'),
  ])('is not %j', (url) => {
    expect(isListingLink(url)).toBe(false)
  })

  test('that is accepted is also http or https without credentials for a browser', () => {
    const tricky = fc.constantFrom('http', 'https', ':', '/', '//', '\\', '@', '.', 'a', 'javascript', '\t', '\n', ' ', '?', '#', '%', '-')
    fc.assert(
      fc.property(fc.array(tricky, { maxLength: 9 }), (parts) => {
        const url = `https://${parts.join('')}`
        if (!isListingLink(url) || !URL.canParse(url)) return
        const read = new URL(url)
        expect(read.protocol).toBe('https:')
        expect(read.username + read.password).toBe('')
        expect(read.hostname).toMatch(/.\../)
      }),
      { numRuns: 5_000 },
    )
  })
})
