import { z } from 'zod'
import { listingStatusValues, preferenceValues } from '#domain/choices.ts'
import { completeLink, isListingLink, notAListingLink } from '#domain/listing.ts'
import { priceLimits, priceNotWhole, priceTooLarge, priceTooSmall, propertyLengths } from '#domain/property-form.ts'
import { closingDate, deciding, reason, standing } from './deciding.ts'
import { fileKeyText, id, idText, reply, requiredText, shortPerson, version, when } from './reply.ts'

const voteTally = z.object({
  invest: z.number(),
  watchList: z.number(),
  veto: z.number(),
  total: z.number(),
  topChoice: z.enum([...preferenceValues, 'none']),
})

export const property = z
  .object({
    _id: id,
    circle: z.object({ _id: id, title: z.string() }),
    uploadedBy: shortPerson,
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    url: z.string(),
    price: z.number(),
    listingStatus: z.enum(listingStatusValues),
    listingImg: z.object({ imageUri: z.string().nullable() }),
    preferences: z.array(z.object({ user: id, preference: z.enum(preferenceValues) })),
    tally: voteTally,
    /** The state of the vote; only in `app` answers for members, brokers and administrators. */
    deciding: deciding.optional(),
    createdAt: when,
    updatedAt: when,
  })
  .meta({ id: 'Property' })
export type Property = z.infer<typeof property>
export const propertyReply = reply(property)
export const propertyList = reply(z.array(property))

export const savePropertyRequest = z.object({
  circle: idText.optional(),
  uploadedBy: idText.optional(),
  address: requiredText(propertyLengths.address).optional(),
  city: requiredText(propertyLengths.city).optional(),
  state: requiredText(propertyLengths.state).optional(),
  zipCode: requiredText(propertyLengths.zipCode).optional(),
  url: requiredText(propertyLengths.url).overwrite(completeLink).refine(isListingLink, notAListingLink).optional(),
  price: z.number().int(priceNotWhole).min(priceLimits.minimum, priceTooSmall).max(priceLimits.maximum, priceTooLarge).optional(),
  listingStatus: z.enum(listingStatusValues).optional(),
  listingImg: z.object({ imageUri: fileKeyText.nullable() }).nullish(),
  /** For the circle's owner, its brokers and administrators. */
  closesAt: closingDate.optional(),
  updatedAt: version,
})

export const voteRequest = z.object({ user: idText.optional(), preference: z.enum([...preferenceValues, 'none']).nullable(), reason })
export const voteReply = reply(
  voteTally.extend({
    property: id,
    preference: z.enum(preferenceValues).nullable(),
    reason: z.string().nullable(),
    standing,
  }),
)
