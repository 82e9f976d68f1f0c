/** The current membership; an ended one is no membership. */
type Membership = { readonly isOwner: boolean } | null | undefined

/** What is known about one person in one circle. */
export type CircleFacts = {
  readonly membership: Membership
  readonly isAssignedBroker: boolean
  /** Has the circle's current invite, or joined the waiting list with it. */
  readonly hasInvite?: boolean
  readonly isAdmin: boolean
}

type MemberRoles = { readonly isMember: boolean; readonly isOwner: boolean }

/** Who a person is in a circle. Several can be true: a member can also be the circle's assigned broker. All false: an outsider. */
export type CircleRelation = MemberRoles & {
  readonly isAssignedBroker: boolean
  readonly isInvited: boolean
  readonly isAdmin: boolean
}

/** Ownership is defined by membership only: the creator may have handed the circle over. */
export const rolesOfMembership = (membership: Membership): MemberRoles => ({
  isMember: membership != null,
  isOwner: membership?.isOwner === true,
})

export const circleRelation = ({ membership, isAssignedBroker, hasInvite = false, isAdmin }: CircleFacts): CircleRelation => ({
  ...rolesOfMembership(membership),
  isAssignedBroker,
  isInvited: hasInvite,
  isAdmin,
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

export const isInsider = (relation: CircleRelation): boolean => belongsToCircle(relation) || relation.isAdmin

/** A hidden circle is visible to insiders and to people with its invite. */
export const maySeeCircle = (relation: CircleRelation, circle: { readonly isHidden: boolean }): boolean =>
  !circle.isHidden || relation.isInvited || isInsider(relation)

/** A closing date binds everyone, so only the circle's owner and brokers set it. */
export const maySetClosingDate = ({ isOwner, isAssignedBroker }: CircleRelation): boolean => isOwner || isAssignedBroker

/** The uploader, the circle's owner and its brokers may edit a property while they belong to the circle. */
export const mayEditProperty = ({ isOwner, isAssignedBroker, isMember }: CircleRelation, isUploader: boolean): boolean =>
  isOwner || isAssignedBroker || (isMember && isUploader)
