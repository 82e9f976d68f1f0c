import { z } from 'zod'
import { listingStatusValues, preferenceValues } from '#domain/choices.ts'
import { completeLink, isListingLink, notAListingLink } from '#domain/listing.ts'
import { ofEachFact, type PropertyFact, propertyFacts } from '#domain/property-facts.ts'
import {
  mostCopies,
  noCircleChosen,
  priceLimits,
  priceNotWhole,
  priceTooLarge,
  priceTooSmall,
  propertyLengths,
  tooManyCopies,
} from '#domain/property-form.ts'
import { hasPictureTwice, mostPictures, otherFirstPicture, pictureTwice, tooManyPictures } from '#domain/property-pictures.ts'
import { closingDate, deciding, reason, standing } from './deciding.ts'
import { fileKeyText, id, idText, readVersion, reply, requiredText, shortPerson, version, when } from './reply.ts'

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
    /** By an administrator: it keeps its place and votes, and its address says so; its price is 0 and nothing else is shown of it. */
    isHidden: z.boolean(),
    /** Starts with 1; each change of what is voted on (address, price, link, facts, pictures) adds 1. */
    version: z.number(),
    circle: z.object({ _id: id, title: z.string() }),
    uploadedBy: shortPerson,
    address: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    url: z.string(),
    price: z.number(),
    listingStatus: z.enum(listingStatusValues),
    /** null if not known. */
    ...ofEachFact(() => z.number().nullable()),
    /** The first of the pictures. */
    listingImg: z.object({ imageUri: z.string().nullable() }),
    pictures: z.array(z.object({ imageUri: z.string() })),
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

/** If absent, the fact stays as it is; null removes it. */
const fact = (name: PropertyFact) => {
  const { minimum, maximum, step, message } = propertyFacts[name]
  return z.number(message).min(minimum, message).max(maximum, message).multipleOf(step, message).nullish()
}

const savedProperty = z.object({
  circle: idText.optional(),
  uploadedBy: idText.optional(),
  address: requiredText(propertyLengths.address).optional(),
  city: requiredText(propertyLengths.city).optional(),
  state: requiredText(propertyLengths.state).optional(),
  zipCode: requiredText(propertyLengths.zipCode).optional(),
  url: requiredText(propertyLengths.url).overwrite(completeLink).refine(isListingLink, notAListingLink).optional(),
  price: z.number().int(priceNotWhole).min(priceLimits.minimum, priceTooSmall).max(priceLimits.maximum, priceTooLarge).optional(),
  listingStatus: z.enum(listingStatusValues).optional(),
  ...ofEachFact(fact),
  /** Without `pictures` it replaces the first picture; null removes all pictures. */
  listingImg: z.object({ imageUri: fileKeyText.nullable() }).nullish(),
  /** In their order; the first one is the listing picture. */
  pictures: z
    .array(z.object({ imageUri: fileKeyText }))
    .max(mostPictures, tooManyPictures)
    .refine((pictures) => !hasPictureTwice(pictures.map(({ imageUri }) => imageUri)), pictureTwice)
    .optional(),
  /** For the circle's owner, its brokers and administrators. */
  closesAt: closingDate.optional(),
  updatedAt: version,
})

type SentPictures = Pick<z.infer<typeof savedProperty>, 'listingImg' | 'pictures'>
const hasOneFirstPicture = ({ listingImg, pictures }: SentPictures): boolean =>
  !pictures || listingImg === undefined || (listingImg?.imageUri ?? null) === (pictures[0]?.imageUri ?? null)
const firstPictureProblem = { path: ['pictures'], message: otherFirstPicture }

/** If both `listingImg` and `pictures` are given, they have to agree. */
export const savePropertyRequest = savedProperty.refine(hasOneFirstPicture, firstPictureProblem)

/** One property for several circles of a broker: each gets a copy of its own. */
export const bringPropertyRequest = savedProperty
  .omit({ circle: true, updatedAt: true })
  .extend({ circles: z.array(idText).min(1, noCircleChosen).max(mostCopies, tooManyCopies) })
  .refine(hasOneFirstPicture, firstPictureProblem)

/** `version` is that of the property which the voter has read; without it the vote counts for the property as it stands. */
export const voteRequest = z.object({
  user: idText.optional(),
  preference: z.enum([...preferenceValues, 'none']).nullable(),
  reason,
  version: readVersion,
})
export const voteReply = reply(
  voteTally.extend({
    property: id,
    preference: z.enum(preferenceValues).nullable(),
    reason: z.string().nullable(),
    standing,
  }),
)
