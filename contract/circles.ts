import { z } from 'zod'
import { targetLimits } from '#domain/arcs.ts'
import {
  investmentPurposeValues,
  minimumShareSizeValues,
  ownershipStructureValues,
  propertyConditionValues,
  propertyTypeValues,
} from '#domain/choices.ts'
import { longestDescription, longestTitle, targetTooLarge, targetTooSmall } from '#domain/circle-form.ts'
import { geographicRadius, notARange, roomRange } from '#domain/criteria.ts'
import { longestPlaceName } from '#domain/distance.ts'
import { stages } from '#domain/stages.ts'
import { charter, rules } from './deciding.ts'
import { id, idText, inviteText, place, reply, requiredText, shortPerson, text, version, when } from './reply.ts'

/** An owner's invite, which opens a hidden circle to its holder. */
export const inviteQuery = z.object({ invite: inviteText.optional() })

const anyOrNumber = (least: number, most: number) => z.union([z.number().int().min(least).max(most), z.literal('any')])
const isRange = (range: { min: number; max: number | 'any' }) => range.max === 'any' || range.min <= range.max
const rooms = z
  .object({ min: z.number().int().min(roomRange.min).max(roomRange.max), max: anyOrNumber(roomRange.min, roomRange.max) })
  .refine(isRange, notARange)

export const investmentCriteria = z.object({
  totalTargetSize: z.number().int().min(targetLimits.minimum, targetTooSmall).max(targetLimits.maximum, targetTooLarge).nullable(),
  minimumShareSize: z.enum(minimumShareSizeValues).nullable(),
  ownerInvestmentAmount: z.number().int().min(1).max(targetLimits.maximum).nullable(),
  geographicRadius: z.number().int().min(geographicRadius.min).max(geographicRadius.max),
  bedrooms: rooms.nullable(),
  bathrooms: rooms.nullable(),
  ownershipStructure: z.enum(ownershipStructureValues).nullable(),
  propertyTypes: z.array(z.enum(propertyTypeValues)).max(propertyTypeValues.length),
  propertyCondition: z.array(z.enum(propertyConditionValues)).max(propertyConditionValues.length),
  investmentPurpose: z.array(z.enum(investmentPurposeValues)).max(investmentPurposeValues.length),
  propertyInvestmentRange: z
    .object({ min: z.number().int().min(0).max(targetLimits.maximum), max: anyOrNumber(0, targetLimits.maximum) })
    .refine(isRange, notARange)
    .nullable(),
})
export type InvestmentCriteria = z.infer<typeof investmentCriteria>

const broker = shortPerson.extend({ assignedAt: when.optional() })

/** A circle. Which personal fields are present depends on the reader. */
export const circle = z
  .object({
    _id: id,
    title: z.string(),
    description: z.string(),
    location: z.object({ city: z.string(), state: z.string().nullable(), lat: z.number().nullable(), lng: z.number().nullable() }),
    hideCircle: z.boolean(),
    isDeleted: z.boolean(),
    stage: z.enum(stages),
    createdBy: shortPerson,
    assignedBrokers: z.array(broker),
    exclusiveAssignedBroker: broker.nullable(),
    investmentCriteria: investmentCriteria.extend({ currentInvestmentAmount: z.number() }),
    memberCount: z.number(),
    currentInvestmentAmount: z.number(),
    percentFunded: z.number(),
    sharesTotal: z.number(),
    sharesAvailable: z.number(),
    /** Prices of the free arcs, in the order in which they are sold. */
    openArcPrices: z.array(z.number()),
    /** Each member's holding, the owner first, then by join date: the data of its ring. */
    holdings: z.array(z.number()),
    /** The circle's rules in words; only for single circles, not in lists. */
    charter: charter.optional(),
    createdAt: when,
    updatedAt: when,
  })
  .meta({ id: 'Circle' })
export type Circle = z.infer<typeof circle>
export const circleReply = reply(circle)
export const circleList = reply(z.array(circle))

/** A person's id, or an object with it. */
const personRef = z.union([idText, z.object({ _id: idText }).transform((person) => person._id)])

/** On an update, absent fields stay unchanged; the use case checks what creation requires. */
export const saveCircleRequest = z.object({
  title: requiredText(longestTitle).optional(),
  description: requiredText(longestDescription).optional(),
  location: place
    .extend({ city: requiredText(longestPlaceName) })
    .refine(({ lat, lng }) => Number.isFinite(lat) === Number.isFinite(lng), 'Please give both lat and lng, or neither')
    .optional(),
  investmentCriteria: investmentCriteria.partial().optional(),
  /** Hides the circle from people who are neither in it nor invited. */
  hideCircle: z.boolean().optional(),
  createdBy: personRef.optional(),
  updatedAt: version,
})
/** A new circle may have its own decision rules; later they are changed through the charter. */
export const createCircleRequest = saveCircleRequest.extend({ rules: rules.optional() })
/** An administrator may also set a circle's owner and brokers. */
export const adminSaveCircleRequest = saveCircleRequest.extend({
  description: text(longestDescription).optional(),
  owner: personRef.optional(),
  exclusiveAssignedBroker: personRef.nullish(),
  assignedBrokers: z.array(personRef).max(50).optional(),
})

export const handOverRequest = z.object({ user: personRef })

/** The owner's invite, or null if there is none. */
export const inviteReply = reply(z.object({ token: z.string(), link: z.string(), createdAt: when }).nullable())
