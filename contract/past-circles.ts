import { z } from 'zod'
import { shelfValues } from '#domain/documents.ts'
import { id, reply, when } from './reply.ts'

/** A circle of which the reader is a former member. */
const pastCircleSummary = z
  .object({
    circle: z.object({ _id: id, title: z.string() }),
    leftAt: when,
    /** What the circle owes the reader; negative where they owe it. */
    owedCents: z.number(),
  })
  .meta({ id: 'PastCircleSummary' })
export type PastCircleSummary = z.infer<typeof pastCircleSummary>
/** The one left last first. */
export const pastCircleListReply = reply(z.array(pastCircleSummary))

/** A version of a document that the reader signed. */
const signedVersion = z.object({
  documentId: id,
  versionId: id,
  title: z.string(),
  shelf: z.enum(shelfValues),
  number: z.number(),
  fileKey: z.string(),
  sha256: z.string(),
  signedAt: when,
})

export const pastCircle = pastCircleSummary
  .extend({
    /** What distributions owe the reader, oldest first. It is part of `owedCents`. */
    payouts: z.array(z.object({ distributionId: id, postedAt: when, openCents: z.number() })),
    /** Newest first. */
    signed: z.array(signedVersion),
  })
  .meta({ id: 'PastCircle' })
export type PastCircle = z.infer<typeof pastCircle>
export const pastCircleReply = reply(pastCircle)
