import { z } from 'zod'
import { circleRoles } from '#domain/mentions.ts'
import { longestPost, mostPosts, postStates } from '#domain/thread.ts'
import { id, idText, reply, requiredText, when } from './reply.ts'

export const post = z
  .object({
    _id: id,
    /** A deleted or hidden post keeps its place without its words. */
    state: z.enum(postStates),
    /** With mentions as `@{id}`; empty unless it is shown. */
    text: z.string(),
    /** Whom it mentions: members and brokers of the circle. */
    mentions: z.array(z.object({ _id: id, name: z.string() })),
    /** Null for a hidden post. */
    author: z.object({ _id: id, firstName: z.string(), lastName: z.string() }).nullable(),
    /** Written as a broker of the circle. */
    isBroker: z.boolean(),
    isMine: z.boolean(),
    /** Until then its author may change it; null for other readers. Deleting is always possible. */
    editableUntil: when.nullable(),
    createdAt: when,
    editedAt: when.nullable(),
  })
  .meta({ id: 'Post' })
export type Post = z.infer<typeof post>
export const postReply = reply(post)
/** `before` is a post's id: returns the posts before it. `most`: how many at most. */
export const threadQuery = z.object({
  before: idText.optional(),
  most: z.coerce.number().int().min(1).max(mostPosts).optional(),
})
/** The newest hundred, oldest first. `unread`: shown posts of others since the reader's last visit, the oldest of them first. */
export const threadReply = reply(
  z.object({ items: z.array(post), hasEarlier: z.boolean(), unread: z.object({ count: z.number(), first: id.nullable() }) }),
)
/** The newest post that the page has shown. */
export const visitRequest = z.object({ lastPost: idText })
/** Someone of a circle, who can be mentioned in what it discusses. */
const circlePerson = z
  .object({
    _id: id,
    firstName: z.string(),
    lastName: z.string(),
    isMember: z.boolean(),
    isBroker: z.boolean(),
    /** Brokers are not told who the treasurer is. */
    role: z.enum(circleRoles).nullable(),
  })
  .meta({ id: 'CirclePerson' })
export type CirclePerson = z.infer<typeof circlePerson>
/** Members first, as they joined, then the circle's brokers. */
export const circlePeopleReply = reply(z.array(circlePerson))
export const postRequest = z.object({ text: requiredText(longestPost, 'Please write something first') })
