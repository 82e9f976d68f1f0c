import type { DocumentVersion } from '#contract/documents.ts'
import { isolate } from '#domain/isolate.ts'

export type Signing =
  | { readonly is: 'not_asked' }
  | { readonly is: 'asked'; readonly signed: number; readonly of: number; readonly isOfSome: boolean }
  | { readonly is: 'signed'; readonly signed: number; readonly of: number; readonly isOfSome: boolean }
  /** The request was withdrawn; what was signed stays. */
  | { readonly is: 'withdrawn'; readonly signed: number }
  | { readonly is: 'elsewhere'; readonly said: number; readonly of: number }

/** Former members who never signed are not waited for. */
export const waitedFor = (version: DocumentVersion) =>
  version.request?.people.filter(({ isMember, signedAt }) => isMember || signedAt !== null) ?? []

export function signingOf(version: DocumentVersion): Signing {
  const people = waitedFor(version)
  if (people.length > 0) {
    const signed = people.filter(({ signedAt }) => signedAt !== null).length
    const counts = { signed, of: people.length, isOfSome: version.request?.isOfAll === false }
    return signed === people.length ? { is: 'signed', ...counts } : { is: 'asked', ...counts }
  }
  if (version.elsewhere.length > 0) {
    return { is: 'elsewhere', said: version.elsewhere.filter(({ isSo }) => isSo === true).length, of: version.elsewhere.length }
  }
  return version.signatures > 0 ? { is: 'withdrawn', signed: version.signatures } : { is: 'not_asked' }
}

export function signingWords(signing: Signing): string {
  if (signing.is === 'not_asked') return 'Not asked'
  if (signing.is === 'withdrawn') return `${signing.signed} signed, then withdrawn`
  if (signing.is === 'elsewhere')
    return signing.said === signing.of ? 'Signed elsewhere' : `Signed elsewhere: ${signing.said} of ${signing.of} have said so`
  return `${signing.signed} of ${signing.of}${signing.isOfSome ? ' asked' : ''}`
}

/** "A, B and C". */
export function listNames(names: readonly string[]): string {
  const shown = names.map(isolate)
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}

/** Who has declined and not signed since. */
export const declined = (version: DocumentVersion) =>
  version.request?.people.filter(({ declinedAt, signedAt, isMember }) => isMember && declinedAt !== null && signedAt === null) ?? []
