import { z } from 'zod'
import { isFileName } from '#domain/files.ts'
import { reply, text } from './reply.ts'

const fileName = text(1_000).refine(isFileName, 'Please name the file without slashes and control characters')

/** The content type is one path segment, encoded (`image%2Fpng`), or two. */
export const uploadParams = z.object({ fileName, contentType: text(200) })
export const uploadParamsInParts = z.object({ fileName, type: text(100), subtype: text(100) })

export const fileKeyParams = z.object({ fileKey: z.string() })
export const signedFileReply = reply(z.object({ signedUrl: z.string(), contentType: z.string() }))
export const uploadRequest = z.object({
  isPublic: z.boolean().default(false),
  isViewableByAnyUser: z.boolean().default(false),
  size: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type UploadRequest = z.infer<typeof uploadRequest>
export const uploadReply = reply(z.object({ signedPostUrl: z.string(), objectId: z.string() }))
