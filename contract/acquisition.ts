import { z } from 'zod'
import { stepKeys, stepStates } from '#domain/acquisition-steps.ts'
import { mostCents } from '#domain/motion-kinds.ts'
import { purchaseKindKeys } from '#domain/settlement.ts'
import { id, idText, reply, requiredText, text, when } from './reply.ts'
import { day, named, signedCents } from './values.ts'

const reasonText = requiredText(500, 'Please say why')

/** A version of a document as other pages name it. */
export const documentLink = z.object({ documentId: id, versionId: id, title: z.string(), version: z.number() }).meta({ id: 'DocumentLink' })

/** Starting to buy: each condition, whether it is met, and who can meet it. */
export const startCondition = z.object({
  key: z.enum(['stage', 'passed', 'passes_now', 'charter']),
  isMet: z.boolean(),
  words: z.string(),
  /** Members who have not agreed to the current charter. */
  waitsFor: z.array(named),
})
export const startOptionsReply = reply(
  z.object({
    /** Properties that passed at their closing date, newest first. */
    properties: z.array(z.object({ _id: id, address: z.string(), price: z.number(), passedAt: when, conditions: z.array(startCondition) })),
    mayStart: z.boolean(),
    /** Who can start: the owner. */
    owner: named.nullable(),
  }),
)
export type StartOptions = z.infer<typeof startOptionsReply>['data']

export const startRequest = z.object({ propertyId: idText })

export const acquisitionStep = z
  .object({
    _id: id,
    key: z.enum(stepKeys),
    title: z.string(),
    state: z.enum(stepStates),
    /** The first open step that the reader can end or sign, else the first open one. */
    isNow: z.boolean(),
    isOverdue: z.boolean(),
    assignedTo: named.nullable(),
    dueDay: z.string().nullable(),
    endedBy: named.nullable(),
    endedAt: when.nullable(),
    document: documentLink.nullable(),
    /** Why it was skipped. */
    reason: z.string().nullable(),
    /** What it waits for or follows from: "Follows from the signatures: 4 of 5 have signed." */
    note: z.string().nullable(),
    /** Of *agreement signed*: who has signed and who has not. Null for the other steps. */
    signers: z.array(z.object({ _id: id, name: z.string(), hasSigned: z.boolean() })).nullable(),
    mayEnd: z.boolean(),
    /** Of the wire once it is done: whether the reader may record a further one. */
    maySendMore: z.boolean(),
    maySkip: z.boolean(),
    mayChange: z.boolean(),
  })
  .meta({ id: 'AcquisitionStep' })
export type AcquisitionStep = z.infer<typeof acquisitionStep>

export const settlementLineShape = z.object({
  kind: z.enum(purchaseKindKeys),
  amountCents: signedCents,
  /** Of a loan. */
  lender: text(120).trim().nullish(),
})

/** The settlement statement as the owner entered it, until another member confirms it. */
export const settlementShape = z
  .object({
    _id: id,
    day: z.string(),
    lines: z.array(settlementLineShape),
    /** What the closing takes from the title company, and what is left there. */
    balanceCents: z.number(),
    refundCents: z.number(),
    document: documentLink,
    proposedBy: named,
    proposedAt: when,
    mayConfirm: z.boolean(),
    mayWithdraw: z.boolean(),
  })
  .meta({ id: 'Settlement' })

export const acquisition = z
  .object({
    _id: id,
    property: z.object({ _id: id, address: z.string(), place: z.string(), price: z.number(), imageUri: z.string().nullable() }),
    passedAt: when,
    structure: z.string(),
    startedAt: when,
    startedBy: named,
    outcome: z.enum(['bought', 'given_up']).nullable(),
    endedAt: when.nullable(),
    reason: z.string().nullable(),
    steps: z.array(acquisitionStep),
    done: z.number(),
    skipped: z.number(),
    /** For members only; brokers see their own steps and no money. */
    money: z
      .object({
        calledCents: z.number(),
        paidCents: z.number(),
        /** What purchase calls may still ask. */
        leftToCallCents: z.number(),
        heldByTitleCents: z.number(),
        cashCents: z.number(),
        /** From which money can be sent. */
        accounts: z.array(named.extend({ cashCents: z.number() })),
        mayCall: z.boolean(),
      })
      .nullable(),
    settlement: settlementShape.nullable(),
    mayAddStep: z.boolean(),
    mayFinish: z.boolean(),
    /** The owner alone while nothing was paid; later a motion. */
    giveUp: z.enum(['owner', 'motion', 'not_now']),
    /** After giving up: what each is owed (negative: owes). Null before. */
    owed: z.array(named.extend({ owedCents: z.number() })).nullable(),
    /** The owner and the treasurer may send the wire. */
    people: z.array(named.extend({ isBroker: z.boolean(), maySendWire: z.boolean() })),
  })
  .meta({ id: 'Acquisition' })
export type Acquisition = z.infer<typeof acquisition>
/** Null while nothing is being bought and nothing was. */
export const acquisitionReply = reply(acquisition.nullable())

export const stepRequest = z.object({
  title: requiredText(120, 'Please name the step'),
  assignedTo: idText.nullish(),
  dueDay: day.nullish(),
})
/** Absent fields stay. */
export const changeStepRequest = z.object({
  assignedTo: idText.nullish(),
  dueDay: day.nullish(),
  documentVersionId: idText.nullish(),
})
/**
 * `amountCents` is required for *wire*: what was sent to the title company, from the named account or else the oldest operating one. Once it is
 * done, and while the purchase is open, a further wire is recorded with `isFurther`; the step stays as it ended.
 */
export const endStepRequest = z
  .object({
    amountCents: z.number().int().min(1).max(mostCents).nullish(),
    day: day.nullish(),
    bankAccountId: idText.nullish(),
    isFurther: z.boolean().optional(),
  })
  .nullish()
export const skipStepRequest = z.object({ reason: reasonText })
export const giveUpRequest = z.object({ reason: reasonText })
export const settlementRequest = z.object({
  day,
  lines: z.array(settlementLineShape).min(1, 'Please enter the lines of the settlement statement').max(60),
  documentVersionId: idText,
})
/** The settlement that the member has read: another one is refused. */
export const confirmSettlementRequest = z.object({ settlementId: idText })
