import { z } from 'zod'
import { reply } from './reply.ts'

export const foundPlace = z
  .object({
    city: z.string(),
    state: z.string(),
    stateCode: z.string(),
    county: z.string(),
    country: z.string(),
    lat: z.number(),
    lng: z.number(),
    population: z.number(),
  })
  .meta({ id: 'Place' })
export type FoundPlace = z.infer<typeof foundPlace>
export const placeList = reply(z.array(foundPlace))
