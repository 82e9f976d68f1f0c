/** Without 0, O, 1 and I, which people mistake for each other. */
export const callCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const callCodeLength = 4

/** The code of a call from as many random bytes; every code is equally likely. */
export const callCode = (bytes: Uint8Array): string =>
  Array.from(bytes.slice(0, callCodeLength), (byte) => callCodeAlphabet[byte % callCodeAlphabet.length]).join('')

/** What a holder writes on the bank transfer of a call, with the lowest arc they hold: `ARC-7Q4K-03`. */
export const callReference = (code: string, arcs: readonly number[]): string => `ARC-${code}-${String(Math.min(...arcs)).padStart(2, '0')}`

export type FoundReference = { readonly code: string; readonly arc: number }

const written = new RegExp(`ARC([${callCodeAlphabet}]{${callCodeLength}})(\\d\\d)`, 'g')

/** The references in a bank's text, each once. Banks change case and drop or replace hyphens, so only letters and digits count. */
export function referencesIn(text: string): FoundReference[] {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  const found = new Map([...plain.matchAll(written)].map(([whole, code = '', arc]) => [whole, { code, arc: Number(arc) }]))
  return [...found.values()]
}
