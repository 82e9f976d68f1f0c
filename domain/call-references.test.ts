import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callCode, callCodeAlphabet, callReference, referencesIn } from './call-references.ts'

describe('the reference of a call', () => {
  test('has the code and the lowest arc', () => {
    expect(callReference('7Q4K', [10, 4, 5])).toBe('ARC-7Q4K-04')
    expect(callReference('7Q4K', [12])).toBe('ARC-7Q4K-12')
  })

  test('has a code of letters that cannot be mistaken, each equally likely', () => {
    const codes = Array.from({ length: 256 }, (_, byte) => callCode(new Uint8Array([byte, byte, 255 - byte, 7, 9])))
    expect(new Set(codes.map((code) => code.length))).toEqual(new Set([4]))
    expect(callCodeAlphabet).not.toMatch(/[01OI]/)
    for (const letter of callCodeAlphabet) expect(codes.filter((code) => code.startsWith(letter)).length).toBe(8)
  })

  test('is found in what banks make of it', () => {
    const found = [{ code: '7Q4K', arc: 3 }]
    for (const text of [
      'ARC-7Q4K-03',
      'ach credit m sorensen arc 7q4k 03 thanks',
      'ARC7Q4K03',
      'WIRE/ARC–7Q4K–03/ARC-7Q4K-03',
      'arc_7q4k_03',
    ])
      expect(referencesIn(text)).toEqual(found)
    expect(referencesIn('ARC-7Q4K-03 and ARC-7Q4K-04')).toEqual([...found, { code: '7Q4K', arc: 4 }])
    for (const text of ['', 'ARC-7Q4K', 'ARC-7O4K-03', 'ARC-7Q4K-3', 'MARCH RENT 2027']) expect(referencesIn(text)).toEqual([])
  })

  test('is found again wherever it stands', () => {
    const aCode = fc.uint8Array({ minLength: 4, maxLength: 4 }).map(callCode)
    fc.assert(
      fc.property(aCode, fc.integer({ min: 1, max: 12 }), (code, arc) => {
        expect(referencesIn(`Payment ${callReference(code, [arc])}.`)).toContainEqual({ code, arc })
      }),
    )
  })
})
