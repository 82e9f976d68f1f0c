import type { RefusalCode } from '#contract/errors.ts'
import { decideTakingPart, mayAdminister, mayReadEverything } from '#domain/may/person.ts'
import type { Actor } from '#server/sessions/actor.ts'

/**
 * Who may call a route. The server does not start if a route has no guard. Ownership of an id in the path is checked afterwards, by the
 * route's `preValidation`.
 */
export type Guard = {
  readonly name: string
  /** `never`: tokens are not read. `optional`: without a valid session the caller is a visitor. `required`: 401 without one. */
  readonly session: 'never' | 'optional' | 'required'
  /** `isRead`: the request changes nothing. */
  readonly refuse: (actor: Actor, isRead: boolean) => RefusalCode | null
}

export const admitAll = () => null

export const anyone: Guard = { name: 'anyone', session: 'never', refuse: admitAll }
export const anyoneKnown: Guard = { name: 'anyone, known when signed in', session: 'optional', refuse: admitAll }
export const signedIn: Guard = { name: 'signed in', session: 'required', refuse: admitAll }
export const verifiedInvestor: Guard = {
  name: 'verified, no broker',
  session: 'required',
  refuse: (actor) => {
    const decision = decideTakingPart(actor)
    return decision.ok ? null : decision.reason
  },
}
export const adminOnly: Guard = {
  name: 'admin',
  session: 'required',
  refuse: (actor, isRead) => ((isRead ? mayReadEverything(actor) : mayAdminister(actor)) ? null : 'not_allowed'),
}
