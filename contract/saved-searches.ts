import { z } from 'zod'
import { longestSearchAddress } from '#domain/saved-search-limits.ts'
import { id, reply, text, when } from './reply.ts'

/** A search of the page that tells of new circles. */
export const savedSearch = z
  .object({
    _id: id,
    /** The parameters of the search’s address, without page and order. */
    address: z.string(),
    /** What it searches for, by which it is named. */
    words: z.string(),
    /** Whether new matches are also mailed, once a day. */
    byMail: z.boolean(),
    /** How many circles it has told of. */
    matches: z.number(),
    createdAt: when,
  })
  .meta({ id: 'SavedSearch' })
export type SavedSearch = z.infer<typeof savedSearch>

/** Oldest first. */
export const savedSearchList = reply(z.array(savedSearch))
export const savedSearchReply = reply(savedSearch)

export const saveSearchRequest = z.object({
  address: text(longestSearchAddress).meta({ description: 'The parameters of a search of the page; what is not a filter is dropped' }),
  byMail: z.boolean().optional(),
})
export const changeSearchRequest = z.object({ byMail: z.boolean() })
