import { z } from 'zod'
import { reply } from './reply.ts'

export const echoReply = reply(z.object({ sent: z.unknown(), time: z.string(), version: z.string() }))
