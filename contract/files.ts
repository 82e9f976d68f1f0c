import { z } from 'zod'
import { reply } from './reply.ts'

export const signedFileReply = reply(z.object({ signedUrl: z.string(), contentType: z.string() }))
export const uploadRequest = z.object({
  isPublic: z.boolean().default(false),
  isViewableByAnyUser: z.boolean().default(false),
  size: z.number().int().min(1).optional(),
})
export const uploadReply = reply(z.object({ signedPostUrl: z.string(), objectId: z.string() }))
