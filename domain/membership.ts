import type { MinimumShareSize } from './choices.ts'
import { type Decision, granted, refused } from './decision.ts'
import type { Dollars } from './money.ts'

type Labelled = { readonly isOwner: boolean; readonly user?: { readonly _id?: string | undefined } | undefined }

/** A member's label on the circle's pages. An owner after a hand-over is not the creator. */
export function memberLabel(
  membership: Labelled,
  createdBy: { readonly _id?: string | undefined },
): 'Circle Creator' | 'Circle Owner' | 'Member' {
  if (!membership.isOwner) return 'Member'
  return membership.user?._id !== undefined && membership.user._id === createdBy._id ? 'Circle Creator' : 'Circle Owner'
}

/** The same for the admin's table. */
export const memberRole = (membership: { readonly isOwner: boolean }): 'Owner' | 'Member' => (membership.isOwner ? 'Owner' : 'Member')

type LedgerEntry = { readonly kind: 'bought' | 'added' | 'removed' | 'handed_on' | 'taken_over'; readonly hasLeft: boolean }

/** The text of a ledger row, on screen and in statements. */
export function ledgerLabel({ kind, hasLeft }: LedgerEntry): 'Joined' | 'Added' | 'Left' | 'Removed' | 'Handed on' | 'Taken over' {
  if (kind === 'removed') return hasLeft ? 'Left' : 'Removed'
  return ({ bought: 'Joined', added: 'Added', handed_on: 'Handed on', taken_over: 'Taken over' } as const)[kind]
}

/** Whether a row of the ledger takes arcs from its member. */
export const isTakenAway = ({ kind }: Pick<LedgerEntry, 'kind'>): boolean => kind === 'removed' || kind === 'handed_on'

/** A circle always has its owner. */
export const mayBeRemoved = (membership: { readonly isOwner: boolean }): boolean => !membership.isOwner

/** The text for people on a waiting list: everyone is notified of free shares at once, so there is no rank. */
export const waitingWords = (waiting: number): string =>
  `${waiting === 1 ? '1 person is' : `${waiting} people are`} waiting. Arcs go to the first who joins.`

/** What people agreed to when they joined. */
export type Terms = {
  readonly totalTargetSize: Dollars | null
  readonly minimumShareSize: MinimumShareSize | null
  readonly ownerInvestmentAmount: Dollars | null
}

/** Once someone else has joined, the terms are locked, for admins too. Saving them unchanged is allowed. */
export function decideTermsChange(before: Terms, after: Terms, othersHaveJoined: boolean): Decision<'same' | 'changed', 'terms_locked'> {
  const same =
    before.totalTargetSize === after.totalTargetSize &&
    before.minimumShareSize === after.minimumShareSize &&
    before.ownerInvestmentAmount === after.ownerInvestmentAmount
  if (same) return granted('same')
  return othersHaveJoined ? refused('terms_locked') : granted('changed')
}

export type BrokerAssignment = { readonly exclusiveAssignedBroker: string | null; readonly assignedBrokers: readonly string[] }

/** One dedicated broker or a team, never both: setting one clears the other. */
export const exclusiveBroker = (broker: string): BrokerAssignment => ({ exclusiveAssignedBroker: broker, assignedBrokers: [] })
export const brokerTeam = (brokers: readonly string[]): BrokerAssignment => ({
  exclusiveAssignedBroker: null,
  assignedBrokers: [...new Set(brokers)],
})

export const visibilityLabel = (circle: { readonly hideCircle: boolean }): 'Hidden' | 'Visible' =>
  circle.hideCircle ? 'Hidden' : 'Visible'
