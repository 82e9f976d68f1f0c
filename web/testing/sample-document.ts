import type { CircleDocument, DocumentVersion } from '#contract/documents.ts'

/** A version of a PDF that nobody was asked to sign. */
export const sampleVersion = (change: Partial<DocumentVersion> = {}): DocumentVersion => ({
  _id: 'v1',
  number: 1,
  sha256: '1'.repeat(64),
  size: 212_480,
  contentType: 'application/pdf',
  fileKey: '1785936000000-operating-agreement.pdf',
  fileName: 'operating-agreement.pdf',
  note: '',
  valueCents: null,
  day: null,
  uploadedBy: { _id: 'omar', name: 'Omar Farouk' },
  at: '2028-08-30T12:00:00.000Z',
  request: null,
  signatures: 0,
  elsewhere: [],
  ...change,
})

type Asked = NonNullable<DocumentVersion['request']>['people'][number]

export const sampleAsked = (_id: string, name: string, change: Partial<Asked> = {}): Asked => ({
  _id,
  name,
  isMember: true,
  signedAt: null,
  declinedAt: null,
  words: null,
  ...change,
})

/** A version that these people were asked to sign. */
export const askedVersion = (people: readonly Asked[], change: Partial<DocumentVersion> = {}): DocumentVersion =>
  sampleVersion({
    request: { isOfAll: true, askedBy: { _id: 'omar', name: 'Omar Farouk' }, askedAt: '2028-08-30T13:00:00.000Z', people: [...people] },
    signatures: people.filter(({ signedAt }) => signedAt !== null).length,
    ...change,
  })

/** An agreement with these versions, the newest first; its reader may do nothing but read it. */
export const sampleDocument = ([newest = sampleVersion(), ...older]: DocumentVersion[] = [], change: Partial<CircleDocument> = {}) =>
  ({
    _id: 'd1',
    title: 'Operating agreement',
    shelf: 'agreement',
    isAppraisal: false,
    isShared: false,
    uploadedBy: { _id: 'omar', name: 'Omar Farouk' },
    newest,
    isAsked: false,
    isNamed: false,
    versions: [newest, ...older],
    mayAddVersion: false,
    mayAsk: false,
    mayWithdraw: false,
    mayShare: false,
    mayDecline: false,
    holders: [],
    ...change,
  }) satisfies CircleDocument
