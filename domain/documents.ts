import { type Decision, granted, refused } from './decision.ts'
import { previewKind, type UploadType, uploadLimits } from './files.ts'

/** Where a document is found. */
export const shelves = [
  { value: 'agreement', text: 'Agreement' },
  { value: 'property', text: 'Property' },
  { value: 'closing', text: 'Closing' },
  { value: 'book', text: 'Book' },
  { value: 'other', text: 'Other' },
] as const
export type Shelf = (typeof shelves)[number]['value']
export const shelfValues = shelves.map(({ value }) => value)

export const longestTitle = 120
/** What changed in a version. */
export const longestNote = 280
/** Why someone does not sign. */
export const longestDecline = 500
/** So many documents a circle may have. */
export const mostDocuments = 2_000
/** So many versions a document may have. */
export const mostVersions = 100

/** What a document may be: whatever can be uploaded besides films and sounds. */
export const documentTypes: readonly UploadType[] = uploadLimits.contentTypes.filter((type) => {
  const kind = previewKind(type)
  return kind !== 'video' && kind !== 'audio'
})

type Version = { readonly number: number; readonly sha256: string }
export type FileCheck<V extends Version> =
  | { readonly is: 'this'; readonly version: V }
  | { readonly is: 'other'; readonly version: V }
  | { readonly is: 'unknown' }

/** Whether a file with this hash is the newest version of a document, another one, or none. */
export function checkFile<V extends Version>(versions: readonly V[], sha256: string): FileCheck<V> {
  const newest = Math.max(...versions.map(({ number }) => number))
  const found = versions.filter((version) => version.sha256 === sha256).toSorted((a, b) => b.number - a.number)[0]
  if (!found) return { is: 'unknown' }
  return { is: found.number === newest ? 'this' : 'other', version: found }
}

/** Who a person is for one document. */
type ForDocument = { readonly isUploader: boolean; readonly isOwner: boolean; readonly isTreasurer: boolean }

/** Asking for signatures, and taking that back. */
export const mayAskToSign = ({ isUploader, isOwner, isTreasurer }: ForDocument): boolean => isUploader || isOwner || isTreasurer
/** Only the uploader adds versions. */
export const mayAddVersion = ({ isUploader }: ForDocument): boolean => isUploader
/** Sharing with the circle's brokers. */
export const mayShare = mayAskToSign

export type SigningRefusal = 'document_superseded' | 'not_asked_to_sign' | 'signed_already' | 'document_differs'

/** Whether someone may sign what was served to them. */
export function decideSigning(facts: {
  readonly isNewest: boolean
  readonly isAsked: boolean
  readonly hasSigned: boolean
  readonly servedHash: string
  readonly hash: string
}): Decision<true, SigningRefusal> {
  if (!facts.isNewest) return refused('document_superseded')
  if (!facts.isAsked) return refused('not_asked_to_sign')
  if (facts.hasSigned) return refused('signed_already')
  return facts.servedHash === facts.hash ? granted(true) : refused('document_differs')
}
