import { z } from 'zod'
import { longestDecline, longestNote, longestTitle, mostVersions, shelfValues } from '#domain/documents.ts'
import { mostCents } from '#domain/motion-kinds.ts'
import { longestTypedName } from '#domain/signing.ts'
import { fileKeyText, id, idText, reply, requiredText, text, when } from './reply.ts'
import { named } from './values.ts'

const sha256 = z.string().meta({ description: 'SHA-256 of the file, in hexadecimal' })
const people = z.array(idText).max(200)

/** Someone who was asked to sign, and what they did. */
export const askedPerson = z.object({
  _id: id,
  name: z.string(),
  /** A former member is not waited for. */
  isMember: z.boolean(),
  signedAt: when.nullable(),
  declinedAt: when.nullable(),
  /** Why they do not sign. */
  words: z.string().nullable(),
})

/** Someone who is said to have signed on paper: null until they have answered. */
export const elsewherePerson = z.object({ _id: id, name: z.string(), isSo: z.boolean().nullable(), at: when.nullable() })

export const signatureRequest = z.object({
  isOfAll: z.boolean(),
  askedBy: named,
  askedAt: when,
  people: z.array(askedPerson),
})

export const documentVersion = z
  .object({
    _id: id,
    number: z.number(),
    sha256,
    size: z.number(),
    contentType: z.string(),
    fileKey: z.string(),
    fileName: z.string(),
    /** What changed. */
    note: z.string(),
    /** Of an appraisal. */
    valueCents: z.number().nullable(),
    day: z.string().nullable(),
    uploadedBy: named,
    at: when,
    /** Null if nobody was asked, if the request was withdrawn, and for brokers. */
    request: signatureRequest.nullable(),
    /** How many signed here; they stay when a request is withdrawn. */
    signatures: z.number(),
    elsewhere: z.array(elsewherePerson),
  })
  .meta({ id: 'DocumentVersion' })
export type DocumentVersion = z.infer<typeof documentVersion>

export const documentSummary = z
  .object({
    _id: id,
    title: z.string(),
    shelf: z.enum(shelfValues),
    isAppraisal: z.boolean(),
    isShared: z.boolean(),
    uploadedBy: named,
    newest: documentVersion,
    /** Whether the reader's signature, or their word about one elsewhere, is waited for. */
    isAsked: z.boolean(),
    isNamed: z.boolean(),
  })
  .meta({ id: 'DocumentSummary' })
export type DocumentSummary = z.infer<typeof documentSummary>

export const circleDocument = documentSummary
  .extend({
    /** Newest first. */
    versions: z.array(documentVersion).max(mostVersions),
    mayAddVersion: z.boolean(),
    mayAsk: z.boolean(),
    mayWithdraw: z.boolean(),
    mayShare: z.boolean(),
    mayDecline: z.boolean(),
    /** Who can be asked: everyone who holds arcs. */
    holders: z.array(named),
  })
  .meta({ id: 'CircleDocument' })
export type CircleDocument = z.infer<typeof circleDocument>

/** Newest first. */
export const documentListReply = reply(z.object({ documents: z.array(documentSummary), mayAdd: z.boolean() }))
export const documentReply = reply(circleDocument)

const versionFields = {
  fileKey: fileKeyText,
  /** Of an appraisal. */
  valueCents: z.number().int('Please give whole cents').min(1).max(mostCents).nullish(),
  day: z.iso.date('Please give a day').nullish(),
  /** Who signed it on paper. */
  signedElsewhere: people.nullish(),
}

export const addDocumentRequest = z.object({
  ...versionFields,
  title: requiredText(longestTitle, 'Please give the document a title'),
  shelf: z.enum(shelfValues, 'Please choose a shelf'),
  isAppraisal: z.boolean().default(false),
  isShared: z.boolean().default(false),
})
export const addVersionRequest = z.object({ ...versionFields, note: requiredText(longestNote, 'Please say what changed') })
export const shareDocumentRequest = z.object({ isShared: z.boolean() })
/** Without people: all who hold arcs. */
export const askToSignRequest = z.object({ versionId: idText, people: people.min(1, 'Please choose who is asked').nullish() })
export const versionRequest = z.object({ versionId: idText })
/** The version and the hash are those of the file that was shown. */
export const signRequest = z.object({
  versionId: idText,
  sha256: text(64),
  name: requiredText(longestTypedName, 'Please type your full name'),
  consentVersion: z.number().int(),
})
export const declineRequest = z.object({ versionId: idText, words: text(longestDecline).trim().default('') })
export const elsewhereRequest = z.object({ versionId: idText, isSo: z.boolean() })
