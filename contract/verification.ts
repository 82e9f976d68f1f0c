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

/** What an administrator asked last, as long as the person waits. */
const question = z.object({ text: z.string(), by: z.string(), at: when, isAnswered: z.boolean() })

/** One's own request: our question, the reason of a decline, and what one gave. */
export const ownVerificationReply = reply(
  z.object({
    state: z.enum(verificationStates),
    question: question.nullable(),
    decline: z.object({ reason: z.string(), at: when, mayAskAt: when }).nullable(),
    /** How many people asked earlier and still wait; null for someone who does not wait. */
    peopleBefore: z.number().nullable(),
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
    question: question.nullable(),
    given,
    steps: z.array(step),
    /** Sent back with a decision, which is refused if another one was made meanwhile. */
    lastDecision: z.string().nullable(),
    /** Until when a verification can be undone, also in the past; null if the person was not verified by a decision. */
    undoUntil: when.nullable(),
  }),
)
export type VerificationReview = z.infer<typeof verificationReviewReply>['data']

export const decideVerificationRequest = z.object({
  decision: z.enum(verificationDecisions),
  sentence: text(longestSentence).default(''),
  lastDecision: z.string().max(30).nullish(),
})

const waitingPerson = z
  .object({
    _id: id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    requestedAt: when.nullable(),
    state: z.enum(queueStates),
    documents: z.number(),
    hasNote: z.boolean(),
    hasPhone: z.boolean(),
  })
  .meta({ id: 'WaitingPerson' })
export type WaitingPerson = z.infer<typeof waitingPerson>

/** Everyone who waits, longest wait first. */
export const verificationQueueQuery = z.object({ state: z.enum(queueStates).optional(), ...pageQuery() })
export const verificationQueueReply = reply(
  z.object({
    items: z.array(waitingPerson),
    total: z.number(),
    page: z.number(),
    pageSize: z.number(),
    counts: z.object({ new: z.number(), asked: z.number(), answered: z.number() }),
    /** Who asked last of all who wait, in every state and on every page. */
    newest: waitingPerson.nullable(),
  }),
)
export type VerificationQueue = z.infer<typeof verificationQueueReply>['data']

/** Where a person stands in the queue, or stood before the decision, and who is beside them. */
export const queuePlaceQuery = z.object({ state: z.enum(queueStates).optional() })
export const queuePlaceReply = reply(
  z.object({
    /** From 1; null for someone who does not wait, or not in this state. */
    place: z.number().nullable(),
    total: z.number(),
    /** How many come after this person. */
    left: z.number(),
    previous: waitingPerson.nullable(),
    /** The next few, longest wait first. */
    next: z.array(waitingPerson),
  }),
)
export type QueuePlace = z.infer<typeof queuePlaceReply>['data']
