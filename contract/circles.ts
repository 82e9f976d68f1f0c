import { z } from 'zod'
import { targetLimits } from '#domain/arcs.ts'
import { minimumShareSizeValues } from '#domain/choices.ts'
import { longestDescription, longestTitle, targetTooLarge, targetTooSmall } from '#domain/circle-form.ts'
import { type Criteria, type Criterion, type CriterionKey, criteria, geographicRadius, notARange } from '#domain/criteria.ts'
import { longestPlaceName } from '#domain/distance.ts'
import { stages } from '#domain/stages.ts'
import { charter, rules } from './deciding.ts'
import { id, idText, inviteText, place, reply, requiredText, shortPerson, text, version, when } from './reply.ts'

/** An owner's invite, which opens a hidden circle to its holder. */
export const inviteQuery = z.object({ invite: inviteText.optional() })

const anyOrNumber = (least: number, most: number) => z.union([z.number().int().min(least).max(most), z.literal('any')])
const isRange = (range: { min: number; max: number | 'any' }) => range.max === 'any' || range.min <= range.max

function criterionValue(criterion: Criterion) {
  if (criterion.kind === 'range') {
    const { min, max } = criterion.limits
    return z
      .object({ min: z.number().int().min(min).max(max), max: anyOrNumber(min, max) })
      .refine(isRange, notARange)
      .nullable()
  }
  const value = z.enum(criterion.choices.map((choice) => choice.value))
  return criterion.kind === 'one' ? value.nullable() : z.array(value).max(criterion.choices.length)
}

export const investmentCriteria = z.object({
  totalTargetSize: z.number().int().min(targetLimits.minimum, targetTooSmall).max(targetLimits.maximum, targetTooLarge).nullable(),
  minimumShareSize: z.enum(minimumShareSizeValues).nullable(),
  ownerInvestmentAmount: z.number().int().min(1).max(targetLimits.maximum).nullable(),
  geographicRadius: z.number().int().min(geographicRadius.min).max(geographicRadius.max),
  ...(Object.fromEntries(criteria.map((criterion) => [criterion.key, criterionValue(criterion)])) as unknown as {
    [Key in CriterionKey]: z.ZodType<Criteria[Key]>
  }),
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

/** An administrator types the title of a circle that holds commitments. */
export const deleteCircleRequest = z.object({ title: text(longestTitle).optional() }).nullish()

export const handOverRequest = z.object({ user: personRef })

/** The owner's invite, or null if there is none. */
export const inviteReply = reply(z.object({ token: z.string(), link: z.string(), createdAt: when }).nullable())
