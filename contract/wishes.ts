import { z } from 'zod'
import { wishActs } from '#domain/wish.ts'
import { id, pathText, reply, when } from './reply.ts'

/** The page that a person wanted to open when they had to sign in, complete their profile or wait for verification. */
export const wish = z
  .object({
    /** A path of the page, with the invite if it is still valid. */
    path: z.string(),
    act: z.enum(wishActs),
    circle: z.object({ _id: id, title: z.string() }).nullable(),
    madeAt: when,
  })
  .meta({ id: 'Wish' })
export type SavedWish = z.infer<typeof wish>
/** Null if there is none, or if it can no longer be opened. */
export const wishReply = reply(wish.nullable())
export const saveWishRequest = z.object({ path: pathText })
