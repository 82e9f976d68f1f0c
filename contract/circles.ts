import { z } from 'zod'
import {
  investmentPurposeValues,
  minimumShareSizeValues,
  ownershipStructureValues,
  propertyConditionValues,
  propertyTypeValues,
} from '#domain/choices.ts'
import { charter, rules } from './deciding.ts'
import { id, place, reply, requiredText, shortPerson, text, when } from './reply.ts'

/** An owner's invite, which opens a hidden circle to whoever holds it. */
export const inviteQuery = z.object({ invite: z.string().max(100).optional() })

const anyOrNumber = (least: number, most: number) => z.union([z.number().int().min(least).max(most), z.literal('any')])
const isRange = (range: { min: number; max: number | 'any' }) => range.max === 'any' || range.min <= range.max
const notARange = 'The minimum must not be above the maximum'
const roomRange = z.object({ min: z.number().int().min(1).max(5), max: anyOrNumber(1, 5) }).refine(isRange, notARange)

export const investmentCriteria = z.object({
  totalTargetSize: z
    .number()
    .int()
    .min(10_000, 'The target must be at least $10,000')
    .max(1_000_000_000, 'The target must be at most $1,000,000,000')
    .nullable(),
  minimumShareSize: z.enum(minimumShareSizeValues).nullable(),
  ownerInvestmentAmount: z.number().int().min(1).max(1_000_000_000).nullable(),
  geographicRadius: z.number().int().min(0).max(100),
  bedrooms: roomRange.nullable(),
  bathrooms: roomRange.nullable(),
  ownershipStructure: z.enum(ownershipStructureValues).nullable(),
  propertyTypes: z.array(z.enum(propertyTypeValues)).max(7),
  propertyCondition: z.array(z.enum(propertyConditionValues)).max(4),
  investmentPurpose: z.array(z.enum(investmentPurposeValues)).max(6),
  propertyInvestmentRange: z
    .object({ min: z.number().int().min(0).max(1_000_000_000), max: anyOrNumber(0, 1_000_000_000) })
    .refine(isRange, notARange)
    .nullable(),
})
export type InvestmentCriteria = z.infer<typeof investmentCriteria>

const broker = shortPerson.extend({ assignedAt: when.optional() })

/** A circle as its readers see it. Who reads decides which fields of a person are there. */
export const circle = z
  .object({
    _id: id,
    title: z.string(),
    description: z.string(),
    location: z.object({ city: z.string(), state: z.string().nullable(), lat: z.number().nullable(), lng: z.number().nullable() }),
    hideCircle: z.boolean(),
    isDeleted: z.boolean(),
    createdBy: shortPerson,
    assignedBrokers: z.array(broker),
    exclusiveAssignedBroker: broker.nullable(),
    investmentCriteria: investmentCriteria.extend({ currentInvestmentAmount: z.number() }),
    memberCount: z.number(),
    currentInvestmentAmount: z.number(),
    percentFunded: z.number(),
    sharesTotal: z.number(),
    sharesAvailable: z.number(),
    /** Prices of the arcs still free, in the order in which they are sold. */
    openArcPrices: z.array(z.number()),
    /** What each member holds, the owner first, then by date of joining: all that drawing its ring needs. */
    holdings: z.array(z.number()),
    /** How the circle decides, in words; where one circle is read, not in lists. */
    charter: charter.optional(),
    createdAt: when,
    updatedAt: when,
  })
  .meta({ id: 'Circle' })
export type Circle = z.infer<typeof circle>
export const circleReply = reply(circle)
export const circleList = reply(z.array(circle))

/** A person named by id, or as an object that holds it. */
export const personRef = z.union([text(100), z.object({ _id: text(100) }).transform((person) => person._id)])

/** An absent field stays as it is on an update; the use case asks for what creation needs. */
export const saveCircleRequest = z.object({
  title: requiredText(120).optional(),
  description: requiredText(4_000).optional(),
  location: place
    .extend({ city: requiredText(120) })
    .refine(({ lat, lng }) => Number.isFinite(lat) === Number.isFinite(lng), 'Please give both lat and lng, or neither')
    .optional(),
  investmentCriteria: investmentCriteria.partial().optional(),
  createdBy: personRef.optional(),
  updatedAt: text(40).optional(),
})
/** A new circle may bring its own decision rules; later they are changed under the circle's charter. */
export const createCircleRequest = saveCircleRequest.extend({ rules: rules.optional() })
/** An administrator may also hide a circle, name its owner and its brokers. */
export const adminSaveCircleRequest = saveCircleRequest.extend({
  description: text(4_000).optional(),
  hideCircle: z.boolean().optional(),
  owner: personRef.optional(),
  exclusiveAssignedBroker: personRef.nullish(),
  assignedBrokers: z.array(personRef).max(50).optional(),
})

export const handOverRequest = z.object({ user: personRef })

/** The owner's invite, or null while none is out. */
export const inviteReply = reply(z.object({ token: z.string(), link: z.string(), createdAt: when }).nullable())
