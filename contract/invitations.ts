import { z } from 'zod'
import { invitationEnds, invitationProgress, invitationStates, longestInvitationNote, mostInvitationsAtOnce } from '#domain/invitation.ts'
import { longestEmail } from '#domain/person.ts'
import { circleList } from './circles.ts'
import { id, reply, text, when } from './reply.ts'

/** One invitation by e-mail, as the owner sees it. */
export const invitation = z
  .object({
    _id: id,
    email: z.string(),
    state: z.enum(invitationStates),
    /** How far the person has come before joining. */
    progress: z.enum(invitationProgress),
    /** Null unless it has ended. */
    endedBy: z.enum(invitationEnds).nullable(),
    endedAt: when.nullable(),
    /** What a person who joined by it holds now. */
    arcs: z.number(),
    joinedAt: when.nullable(),
    createdAt: when,
    expiresAt: when,
    remindedAt: when.nullable(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitation>

/** Newest first. */
export const invitationList = reply(z.array(invitation))

/** The use case checks the addresses, so that the message says which one is wrong. */
export const invitePeopleRequest = z.object({
  emails: z.array(text(longestEmail)).max(mostInvitationsAtOnce * 5),
  note: text(longestInvitationNote * 2).optional(),
})

/** `skipped`: addresses that were invited to this circle before. */
export const invitePeopleReply = reply(z.object({ sent: z.number(), skipped: z.number(), items: z.array(invitation) }))

/** Who made the link; shown to the people who have it. */
export const inviter = z
  .object({
    firstName: z.string(),
    lastName: z.string(),
    since: when,
    isCreator: z.boolean(),
    arcs: z.number(),
    arcsTotal: z.number(),
    /** For a visitor who registers: the address that an unused invitation was mailed to. A link that the owner shares has none. */
    invitedEmail: z.string().nullable(),
  })
  .meta({ id: 'Inviter' })
export type Inviter = z.infer<typeof inviter>
export const inviterReply = reply(inviter)

export const followReply = reply(z.object({ isFollowing: z.boolean() }))
/** Newest first; circles that the person may no longer see are left out. */
export const followList = circleList
