import { z } from 'zod'
import { largestAmount } from '#domain/money.ts'
import { stages } from '#domain/stages.ts'
import { circle } from './circles.ts'
import { id, idText, reply, shortPerson, when } from './reply.ts'

/** A membership as everyone sees it: no name, no e-mail, no user id. */
export const publicMembership = z.object({ investmentAmount: z.number(), isOwner: z.boolean(), createdAt: when })
export const publicMembershipList = reply(z.array(publicMembership))

export const membership = z
  .object({
    _id: id,
    circle: id,
    user: shortPerson.optional(),
    investmentAmount: z.number(),
    arcs: z.number(),
    isOwner: z.boolean(),
    createdAt: when,
  })
  .meta({ id: 'Membership' })
export type Membership = z.infer<typeof membership>
export const membershipList = reply(z.array(membership))
export const membershipReply = reply(membership)

export const ownMembership = membership.omit({ circle: true }).extend({
  circle,
  /** Null until the member has seen the circle after joining. */
  welcomedAt: when.nullable(),
})
export const ownMembershipList = reply(z.array(ownMembership))

/** A person's circles, for administrators: those they own or are a member of, and those they serve as broker. */
const circleOfPerson = z
  .object({
    circle: z.object({
      _id: id,
      title: z.string(),
      city: z.string(),
      stage: z.enum(stages),
      sharesTotal: z.number(),
      target: z.number().nullable(),
      percentFunded: z.number(),
      /** What each member has committed, the owner first. */
      holdings: z.array(z.number()),
    }),
    role: z.enum(['owner', 'member', 'broker']),
    arcs: z.number(),
    amount: z.number(),
    since: when,
  })
  .meta({ id: 'CircleOfPerson' })
export type CircleOfPerson = z.infer<typeof circleOfPerson>
export const circlesOfPersonList = reply(z.array(circleOfPerson))

export const joinRequest = z.object({
  circle: idText.optional(),
  user: idText.optional(),
  investmentAmount: z
    .number({ error: 'Please choose an amount' })
    .int('Please choose a whole number of dollars')
    .min(1, 'Please choose an amount')
    .max(largestAmount, 'Please choose a smaller amount'),
  currentInvestmentAmount: z.number().optional(),
  isOwner: z.boolean().optional(),
  /** The charter version that was read; refused if it is no longer the current one. */
  charterVersion: z.number().int().min(1).max(1_000_000).optional(),
})
export const joinReply = reply(membership.extend({ complete: z.boolean() }))

export const ledgerRow = z.object({
  _id: z.string(),
  kind: z.enum(['bought', 'added', 'removed', 'handed_on', 'taken_over']),
  member: z.string(),
  membership: id,
  arcs: z.array(z.number()),
  amount: z.number(),
  at: when,
  /** For a removal: the member left by themselves. */
  hasLeft: z.boolean(),
})
/** `member` is a membership's id; the answer has all rows of that person in the circle. */
export const ledgerQuery = z.object({ member: idText.optional(), format: z.enum(['json', 'csv']).optional() })
export const ledgerList = reply(z.array(ledgerRow))
/** Everyone waiting is notified at once, so there is no rank, only a number. */
export const waitingReply = reply(z.object({ isWaiting: z.boolean(), waiting: z.number() }))
export type Waiting = z.infer<typeof waitingReply>['data']
