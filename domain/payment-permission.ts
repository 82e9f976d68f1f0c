import { type BookAccount, bookAccounts } from './book-accounts.ts'
import { type Decision, granted, refused } from './decision.ts'
import { type Cents, formatCents } from './money.ts'

/** Under which accounts a spend of a category may be booked. What improves the house is property, whatever the spend was called. */
const accountsOf: Readonly<Record<string, readonly BookAccount[]>> = {
  repairs: ['repairs', 'property'],
  tax: ['tax'],
  insurance: ['insurance'],
  management: ['management'],
  utilities: ['utilities'],
  association: ['association'],
  interest: ['interest'],
  other: ['other_costs', 'professional_fees', 'loan_costs', 'property'],
}
export const accountsOfCategory = (category: string): readonly BookAccount[] => accountsOf[category] ?? []

/** A passed motion, as far as a payment of this day needs it. */
export type SpendPermission = {
  readonly category: string
  /** Of the period of the payment's day; of what no bank has shown also of today's, whichever is less. */
  readonly leftCents: Cents
  readonly relatedMember: string | null
  /** Null: the payee is open, because the motion is a budget. Empty: the name was erased, and nobody else has it. */
  readonly payee: string | null
  /** Its last day. */
  readonly until: string | null
}

export type PaymentFacts = {
  readonly amountCents: Cents
  readonly account: BookAccount
  /** The bank's day, or today for what no bank has shown. */
  readonly day: string
  readonly payee: string | null
  /** The member to whom the payee is related. */
  readonly relatedMember: string | null
  /** The motion that was named. */
  readonly motion: SpendPermission | null
  /** What is left of the emergency limit in the month of the day. */
  readonly emergencyLeftCents: Cents
  /** Not so of money that someone else holds for the circle. */
  readonly takesCash: boolean
  readonly freeCashCents: Cents
  readonly floorCents: Cents
}

export type PaymentRefusal =
  | 'related_needs_motion'
  | 'motion_other_account'
  | 'motion_other_relation'
  | 'motion_other_payee'
  | 'motion_over'
  | 'motion_permits_less'
  | 'below_the_floor'
  | 'nothing_permits_it'

/** `emergency` opens a motion to ratify. */
export type PaymentPermission = 'motion' | 'emergency'

/** How a payee is written does not matter. */
export const plainPayee = (words: string): string => words.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

function motionRefusal(motion: SpendPermission, { amountCents, account, day, payee, relatedMember }: PaymentFacts): PaymentRefusal | null {
  if (!accountsOfCategory(motion.category).includes(account)) return 'motion_other_account'
  if (motion.relatedMember !== relatedMember) return 'motion_other_relation'
  if (motion.payee !== null && payee && plainPayee(motion.payee) !== plainPayee(payee)) return 'motion_other_payee'
  if (motion.until !== null && day > motion.until) return 'motion_over'
  return motion.leftCents < amountCents ? 'motion_permits_less' : null
}

/** Whether a cost may be paid: by a motion with enough left, or within the emergency limit. Cash has to stay at the floor or above. */
export function decidePayment(facts: PaymentFacts): Decision<PaymentPermission, PaymentRefusal> {
  const { amountCents, motion, relatedMember, emergencyLeftCents, takesCash, freeCashCents, floorCents } = facts
  const isEmergency = amountCents <= emergencyLeftCents
  if (!motion) {
    if (relatedMember !== null) return refused('related_needs_motion')
    return isEmergency ? granted('emergency') : refused('nothing_permits_it')
  }
  const refusal = motionRefusal(motion, facts)
  if (refusal) return refused(refusal)
  if (!takesCash || freeCashCents - amountCents >= floorCents) return granted('motion')
  return isEmergency && relatedMember === null ? granted('emergency') : refused('below_the_floor')
}

/** What is missing, and the most that would be allowed. */
export function paymentRefusalWords(refusal: PaymentRefusal, facts: PaymentFacts): string {
  const { account, motion, emergencyLeftCents, freeCashCents, floorCents } = facts
  const emergency =
    emergencyLeftCents > 0
      ? `Without a motion at most ${formatCents(emergencyLeftCents)} are left of this month’s emergency limit.`
      : 'Nothing is left of this month’s emergency limit.'
  switch (refusal) {
    case 'related_needs_motion':
      return 'The payee is related to a member, so a motion has to permit this payment, whatever its amount.'
    case 'motion_other_account':
      return `This motion does not permit payments under ${bookAccounts[account].label}.`
    case 'motion_other_relation':
      return motion?.relatedMember
        ? 'This motion is for a payee who is related to a member.'
        : 'This motion was passed for a payee who is related to no member.'
    case 'motion_other_payee':
      return 'This motion permits payments to another payee.'
    case 'motion_over':
      return 'This motion permits payments only until an earlier day.'
    case 'motion_permits_less':
      return `At most ${formatCents(Math.max(0, motion?.leftCents ?? 0))} are left of this motion.`
    case 'below_the_floor':
      return `This would take free cash below the reserve’s floor of ${formatCents(floorCents)}. At most ${formatCents(Math.max(0, freeCashCents - floorCents, emergencyLeftCents))} can be paid now.`
    case 'nothing_permits_it':
      return `No motion permits this payment. ${emergency} Propose a spend, and book it once it has passed.`
  }
}
