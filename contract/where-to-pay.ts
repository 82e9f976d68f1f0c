import { z } from 'zod'
import { type PayState, payDetailLimits } from '#domain/where-to-pay.ts'
import { id, idText, reply, requiredText, text, when } from './reply.ts'
import { named } from './values.ts'

const payStates = ['unconfirmed', 'waiting', 'usable', 'stopped', 'withdrawn', 'replaced'] as const satisfies readonly PayState[]

const act = z.object({ by: named, at: when })
/** A call to a number that the caller found themselves, and where. */
const call = act.extend({ number: z.string(), found: z.string() })

/** What is known about named details; never the details. */
export const payDetails = z
  .object({
    _id: id,
    state: z.enum(payStates),
    named: act,
    confirmed: call.nullable(),
    /** When they can be used at the earliest, or since when; null before they are confirmed. */
    usableFrom: when.nullable(),
    /** Stops that stand, with those who called back since; two have to. */
    stops: z.array(act.extend({ words: z.string(), calledBack: z.array(call) })),
    /** Who saw the details, the latest first. */
    showings: z.array(act),
    may: z.object({
      confirm: z.boolean(),
      stop: z.boolean(),
      callBack: z.boolean(),
      withdraw: z.boolean(),
      /** To pay, or only to compare them in a call. Null: not now. */
      show: z.enum(['to_pay', 'to_compare']).nullable(),
    }),
  })
  .meta({ id: 'PayDetails' })
export type PayDetails = z.infer<typeof payDetails>

export const payPlace = z
  .object({
    /** Null: the title company. */
    bankAccountId: id.nullable(),
    /** Of the circle's account. */
    name: z.string().nullable(),
    /** Those in force, and those that were named after them and cannot be used yet. */
    inForce: payDetails.nullable(),
    coming: z.array(payDetails),
    mayName: z.boolean(),
  })
  .meta({ id: 'PayPlace' })
export type PayPlace = z.infer<typeof payPlace>

export const whereToPayReply = reply(
  z.object({
    places: z.array(payPlace),
    /** Until when naming, confirming and showing are closed to the reader, because of how they sign in; null if they are open. */
    waitsUntil: when.nullable(),
    /** Whether the server has a key to encrypt details with. */
    hasKey: z.boolean(),
  }),
)
export type WhereToPay = z.infer<typeof whereToPayReply>['data']

const { name, account, number, words } = payDetailLimits
export const nameDetailsRequest = z.object({
  /** Null: the title company. */
  bankAccountId: idText.nullable(),
  payee: requiredText(name, 'Please give the name on the account'),
  bank: requiredText(name, 'Please give the bank'),
  routingNumber: requiredText(account, 'Please give the routing number'),
  accountNumber: requiredText(account * 2, 'Please give the account number'),
  iban: text(account * 2)
    .trim()
    .nullish(),
})
export const callRequest = z.object({
  number: requiredText(number, 'Please give the number that you called'),
  found: requiredText(words, 'Please say where you found the number'),
})
export const stopRequest = z.object({ words: text(words).trim().nullish() }).nullish()

export const shownReply = reply(
  z.object({
    /** When the page hides them again. */
    until: when,
    purpose: z.enum(['to_pay', 'to_compare']),
    payee: z.string(),
    bank: z.string(),
    routingNumber: z.string(),
    accountNumber: z.string(),
    iban: z.string().nullable(),
  }),
)
export type ShownDetails = z.infer<typeof shownReply>['data']
