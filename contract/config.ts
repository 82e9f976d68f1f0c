import { z } from 'zod'
import { reply } from './reply.ts'

/** Settings of this server that the page needs. */
export const publicConfig = z
  .object({
    mapTileUrl: z.string().meta({ description: 'Address template of the map tiles, or "off" for the outline map alone' }),
    supportEmail: z.string(),
    isDemo: z.boolean(),
    noticeSeconds: z.number().meta({ description: 'The day of notice before a vote closes; shorter in demonstrations only' }),
  })
  .meta({ id: 'PublicConfig' })
export type PublicConfig = z.infer<typeof publicConfig>

export const publicConfigReply = reply(publicConfig)
