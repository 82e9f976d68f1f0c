import { z } from 'zod'
import { isFileName } from '#domain/files.ts'
import {
  bestTimeValues,
  longestDocumentName,
  longestNote,
  longestPhone,
  longestSentence,
  mostDocuments,
  queueStates,
  verificationDecisions,
  verificationStates,
} from '#domain/verification.ts'
import { user } from './accounts.ts'
import { fileKeyText, id, pageQuery, reply, requiredText, text, when } from './reply.ts'

const document = z.object({ key: z.string(), name: z.string(), contentType: z.string(), size: z.number(), addedAt: when })
export type VerificationDocument = z.infer<typeof document>

/** What the person gave; empty if nothing was sent or all of it is deleted. */
const given = z.object({
  phone: z.string(),
  bestTime: z.enum(bestTimeValues),
  note: z.string(),
  documents: z.array(document),
  sentAt: when.nullable(),
})
export type Given = z.infer<typeof given>

/** One's own request: our question, the reason of a decline, and what one gave. */
export const ownVerificationReply = reply(
  z.object({
    state: z.enum(verificationStates),
    question: z.object({ text: z.string(), by: z.string(), at: when, isAnswered: z.boolean() }).nullable(),
    decline: z.object({ reason: z.string(), at: when, mayAskAt: when }).nullable(),
    given,
  }),
)
export type OwnVerification = z.infer<typeof ownVerificationReply>['data']

/** The whole of what the person gives; a document that is left out is removed. */
export const giveDetailsRequest = z.object({
  phone: text(longestPhone).default(''),
  bestTime: z.enum(bestTimeValues).default('any'),
  note: text(longestNote).default(''),
  documents: z
    .array(
      z.object({
        key: fileKeyText,
        name: requiredText(longestDocumentName).refine(isFileName, 'Please name the file without slashes and control characters'),
      }),
    )
    .max(mostDocuments, `Please add at most ${mostDocuments} documents`)
    .default([]),
})
export type GiveDetails = z.infer<typeof giveDetailsRequest>

/** What happened so far, newest first. `words` is a sentence or the name of a document. */
const step = z.object({
  kind: z.enum(['requested', 'document', 'sent', 'notified', ...verificationDecisions]),
  at: when,
  by: z.string().nullable(),
  words: z.string().nullable(),
})
export type VerificationStep = z.infer<typeof step>

export const verificationReviewReply = reply(
  z.object({
    user,
    state: z.enum(verificationStates),
    requestedAt: when.nullable(),
    given,
    steps: z.array(step),
    /** Sent back with a decision, which is refused if another one was made meanwhile. */
    lastDecision: z.string().nullable(),
  }),
)
export type VerificationReview = z.infer<typeof verificationReviewReply>['data']

export const decideVerificationRequest = z.object({
  decision: z.enum(verificationDecisions),
  sentence: text(longestSentence).default(''),
  lastDecision: z.string().max(30).nullish(),
})

/** Everyone who waits, longest wait first. */
export const verificationQueueQuery = z.object({ state: z.enum(queueStates).optional(), ...pageQuery() })
export const verificationQueueReply = reply(
  z.object({
    items: z.array(
      z.object({
        _id: id,
        firstName: z.string(),
        lastName: z.string(),
        email: z.string(),
        requestedAt: when.nullable(),
        state: z.enum(queueStates),
        documents: z.number(),
      }),
    ),
    total: z.number(),
    page: z.number(),
    pageSize: z.number(),
    counts: z.object({ new: z.number(), asked: z.number(), answered: z.number() }),
  }),
)
export type VerificationQueue = z.infer<typeof verificationQueueReply>['data']
