import { z } from 'zod'
import { id, reply, text, when } from './reply.ts'

/** Where a person was going when they were asked to sign in, answer or wait. */
export const wish = z
  .object({
    /** A path of the page, with the invite if it is still valid. */
    path: z.string(),
    act: z.enum(['join', 'create', 'look', 'open']),
    circle: z.object({ _id: id, title: z.string() }).nullable(),
    madeAt: when,
  })
  .meta({ id: 'Wish' })
export type KeptWish = z.infer<typeof wish>
/** Null when nothing is kept, or when it can no longer be reached. */
export const wishReply = reply(wish.nullable())
export const keepWishRequest = z.object({ path: text(2_000) })
