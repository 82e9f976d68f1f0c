import { mayAdminister, mayReadEverything, type Permissions, type Permitted } from './person.ts'

/** The current membership; an ended one is no membership. */
type Membership = { readonly isOwner: boolean } | null | undefined

/** What is known about one person in one circle. */
export type CircleFacts = {
  readonly membership: Membership
  readonly isAssignedBroker: boolean
  /** A membership of theirs has ended. */
  readonly wasMember?: boolean
  /** Has the circle's current invite, or joined the waiting list with it. */
  readonly hasInvite?: boolean
  readonly permissions: Permissions
}

type MemberRoles = { readonly isMember: boolean; readonly isOwner: boolean }

/** Who a person is in a circle. Several can be true: a member can also be the circle's assigned broker. All false: an outsider. */
export type CircleRelation = MemberRoles &
  Permitted & { readonly isAssignedBroker: boolean; readonly isFormer: boolean; readonly isInvited: boolean }

/** Ownership is defined by membership only: the creator may have handed the circle over. */
export const rolesOfMembership = (membership: Membership): MemberRoles => ({
  isMember: membership != null,
  isOwner: membership?.isOwner === true,
})

export const circleRelation = ({
  membership,
  isAssignedBroker,
  wasMember = false,
  hasInvite = false,
  permissions,
}: CircleFacts): CircleRelation => ({
  ...rolesOfMembership(membership),
  isAssignedBroker,
  isFormer: wasMember && membership == null,
  isInvited: hasInvite,
  permissions,
})

type Identified = { readonly _id?: string | undefined }

/** This person's membership among a circle's members. */
export const membershipOf = <Member extends { readonly user?: Identified | undefined }>(
  members: readonly Member[],
  userId: string,
): Member | undefined => members.find((member) => member.user?._id === userId)

/** Whether this person is one of the circle's brokers. */
export const isAssignedTo = (
  circle: { readonly assignedBrokers: readonly Identified[]; readonly exclusiveAssignedBroker: Identified | null },
  userId: string,
): boolean => [...circle.assignedBrokers, circle.exclusiveAssignedBroker].some((broker) => broker?._id === userId)

/** Members and the circle's brokers belong to a circle; administrators only look after it. */
export const belongsToCircle = ({ isMember, isAssignedBroker }: CircleRelation): boolean => isMember || isAssignedBroker

/** Who may do something in a circle; every other refusal (stage, terms, time) comes after it. */
export type MayInCircle = (relation: CircleRelation) => boolean

/** Properties, their discussions and the stage are for members and the circle's brokers. */
export const mayReadInside: MayInCircle = (relation) => belongsToCircle(relation) || mayReadEverything(relation)

/** Who may read a circle's conversation: `mayReadInside`. */
export const mayWriteInConversation: MayInCircle = belongsToCircle

/** A hidden circle is visible to people inside and to people with its invite. */
export const maySeeCircle = (relation: CircleRelation, circle: { readonly isHidden: boolean }): boolean =>
  !circle.isHidden || relation.isInvited || mayReadInside(relation)

/** Ledger, decision record and the reasons of votes are for members. */
export const mayReadRecord: MayInCircle = (relation) => relation.isMember || mayReadEverything(relation)

/** The record of decisions: former members read it up to the day they left. */
export const mayReadDecisions: MayInCircle = (relation) => mayReadRecord(relation) || relation.isFormer

/** What stays to someone who left: what they are owed, and what they signed. */
export const isFormerMember: MayInCircle = ({ isFormer }) => isFormer

/** One's own statements, payouts and certificates: of members all, of former members what was theirs. */
export const mayReadOwn: MayInCircle = ({ isMember, isFormer }) => isMember || isFormer

/** Motions and their discussions are for members only: administrators don't read them. */
export const mayReadMotions: MayInCircle = ({ isMember }) => isMember

/** Calls, payments and the book: for members only. */
export const mayReadMoney: MayInCircle = ({ isMember }) => isMember

/** Members read all documents, the circle's brokers those that are shared with them. Administrators read none. */
export const mayReadDocuments: MayInCircle = belongsToCircle

/** Voting, proposing and agreeing to the charter. */
export const mayDecide: MayInCircle = ({ isMember }) => isMember

/** Members only: nobody else is ever shown where a circle's money goes. */
export const mayUseWhereToPay: MayInCircle = ({ isMember }) => isMember

/** Editing, deleting, inviting and setting the rules. */
export const mayManageCircle: MayInCircle = ({ isOwner }) => isOwner

/** An administrator can hand the circle over if the owner can't or won't. */
export const mayHandOver: MayInCircle = (relation) => relation.isOwner || mayAdminister(relation)
