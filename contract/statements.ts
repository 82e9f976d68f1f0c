import { z } from 'zod'
import { id, reply, when } from './reply.ts'

const statementStates = ['issued', 'running', 'december_open', 'suspense', 'ready'] as const
const state = z.enum(statementStates)

const cents = z.number()
/** `circleCents` is null where the reader sees their own part only: they are no member any more, and the year is not issued. */
const figure = z.object({ circleCents: cents.nullable(), ownCents: cents })
const reckoned = figure.extend({ words: z.string() })
const account = z.string()

export const statementFigures = z
  .object({
    year: z.number(),
    from: z.string(),
    to: z.string(),
    arcs: z.array(z.number()),
    arcsOfCircle: z.number(),
    commitment: reckoned,
    capitalAtStart: figure,
    corrected: figure,
    putIn: reckoned,
    shares: z.array(reckoned.extend({ account })),
    incomeLessCosts: figure,
    payouts: z.array(reckoned.extend({ day: z.string() })),
    paidOut: figure,
    handedOnCents: cents,
    takenOverCents: cents,
    oddCents: figure,
    capitalAtEnd: figure,
    late: z.array(figure.extend({ entry: z.number(), day: z.string(), belongsTo: z.string(), account })),
    has: z.array(z.object({ account, amountCents: cents })).nullable(),
  })
  .meta({ id: 'StatementFigures' })

/** The years of a person's statements in a circle, newest first. */
export const statementYearsReply = reply(
  z.object({
    years: z.array(z.object({ year: z.number(), state, issuedAt: when.nullable() })),
    isTreasurer: z.boolean(),
  }),
)
export type StatementYears = z.infer<typeof statementYearsReply>['data']

export const statementReply = reply(
  z.object({
    circle: z.object({ _id: id, title: z.string() }),
    /** Of the property that the circle bought; empty before. */
    address: z.string(),
    name: z.string(),
    state,
    issuedAt: when.nullable(),
    /** What waits in suspense now and keeps the year from being issued; null if nothing does, and for who is no member any more. */
    suspenseCents: cents.nullable(),
    /** The last day of the last closed month. */
    closedTo: z.string().nullable(),
    isTreasurer: z.boolean(),
    /** No member any more: their own part only, and no year pack. */
    isFormer: z.boolean(),
    figures: statementFigures,
    /** Of the figures as they were issued; null before. */
    sha256: z.string().nullable(),
    /** Who held each arc at the end, for the ring. Empty for who is no member any more. */
    holders: z.array(z.object({ arc: z.number(), user: id, name: z.string() })),
    /** The years before and after this one that have a statement. */
    years: z.array(z.number()),
  }),
)
export type YearStatement = z.infer<typeof statementReply>['data']

export const paperQuery = z.object({ paper: z.enum(['a4', 'letter']).optional() })
export type Paper = NonNullable<z.infer<typeof paperQuery>['paper']>
