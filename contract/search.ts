import { z } from 'zod'
import { type Choice, sortValues } from '#domain/choices.ts'
import { type CriterionFilter, filteredCriteria, type Preferences, preferredCriteria, searchRadius } from '#domain/criteria.ts'
import type { Box } from '#domain/distance.ts'
import type { FitPreferences } from '#domain/fit.ts'
import { largestAmount } from '#domain/money.ts'
import { defaultCirclePageSize, farthestPage, largestPageSize, largestTotal } from '#domain/pages.ts'
import type { CircleFilter, CircleSearch } from '#domain/search.ts'
import { longestKeywords } from '#domain/search-url.ts'
import { circle } from './circles.ts'
import { id, reply, text } from './reply.ts'

const number = (least: number, most: number) =>
  z.coerce
    .number('Please enter a number')
    .min(least, `Please use a number from ${least} to ${most}`)
    .max(most, `Please use a number from ${least} to ${most}`)
const whole = (least: number, most: number) => number(least, most).int('Please use a whole number')

/** Several values of a closed list, separated by commas. */
const listOf = (choices: readonly Choice[]) => listOfValues(choices.map(({ value }) => value))
const listOfValues = (values: readonly string[]) =>
  z
    .string()
    .transform((written, context): string[] => {
      const asked = written.split(',').map((value) => value.trim())
      const unknown = asked.filter((value) => !values.some((known) => known === value))
      for (const value of unknown)
        context.issues.push({ code: 'custom', input: written, message: `"${value.slice(0, 60)}" is not one of ${values.join(', ')}` })
      return values.filter((value) => asked.includes(value))
    })
    .meta({ description: `Any of ${values.join(', ')}; several with commas between them` })

const finite = (written: string): number => (written.trim() === '' ? Number.NaN : Number(written))

/** West, south, east, north. Across the date line, west is greater than east. */
const bbox = z
  .string()
  .transform((written, context): Box => {
    const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...more] = written.split(',').map(finite)
    const isBox = more.length === 0 && [west, east].every((lng) => Math.abs(lng) <= 180) && south >= -90 && south <= north && north <= 90
    if (!isBox) context.issues.push({ code: 'custom', input: written, message: 'Please give west, south, east and north in degrees' })
    return { west, south, east, north }
  })
  .meta({
    description: 'west,south,east,north in degrees; across the date line west is greater than east',
    examples: ['-105.3,39.5,-104.6,40'],
  })

/** No search text can contain the separator of the searched columns. */
const needle = text(longestKeywords).refine((value) => !value.includes('\u001f'), 'Invalid input')

export const searchQuery = z
  .object({
    q: needle.optional().meta({ description: 'Text in title, description, city or state' }),
    lat: number(-90, 90).optional(),
    lng: number(-180, 180).optional(),
    radius: number(0, searchRadius.max)
      .gt(0, 'Please use more than 0 miles')
      .optional()
      .meta({ description: `Miles around lat and lng; ${searchRadius.initial} if absent` }),
    bbox: bbox.optional(),
    ...(Object.fromEntries(
      filteredCriteria.map((each) => [
        each.key,
        (each.kind === 'range' ? whole(each.slider.min, each.slider.max) : listOf(each.choices)).optional(),
      ]),
    ) as unknown as { [Key in keyof CriterionFilter]-?: z.ZodOptional<z.ZodType<NonNullable<CriterionFilter[Key]>>> }),
    minTarget: whole(0, largestAmount).optional(),
    maxTarget: whole(0, largestAmount).optional(),
    minArcPrice: whole(0, largestAmount).optional().meta({ description: 'The price of one arc' }),
    maxArcPrice: whole(0, largestAmount).optional(),
    hasFreeArcs: z
      .enum(['true', 'false'], 'Please use true or false')
      .transform((value): true | undefined => (value === 'true' ? true : undefined))
      .optional()
      .meta({ description: '`true`: only circles with free arcs' }),
    sort: z.enum(sortValues, `Please sort by one of ${sortValues.join(', ')}`).optional(),
    fitLat: number(-90, 90).optional().meta({ description: 'For `sort=fit`: where the person is, with fitLng' }),
    fitLng: number(-180, 180).optional(),
    fitRadius: number(0, 1_000).optional().meta({ description: 'For `sort=fit`: the miles around it' }),
    fitMin: whole(0, largestAmount).optional().meta({ description: 'For `sort=fit`: the person’s investment range' }),
    fitMax: whole(0, largestAmount).optional(),
    ...Object.fromEntries(
      preferredCriteria.map(({ preference, choices, label }) => [
        preference.parameter,
        listOf(choices)
          .optional()
          .meta({ description: `For \`sort=fit\`: the ${label.toLowerCase()} the person looks for` }),
      ]),
    ),
    page: whole(1, farthestPage).optional(),
    pageSize: whole(1, largestPageSize).optional(),
    view: z
      .enum(['map', 'clusters'])
      .optional()
      .meta({ description: '`map`: every match in short, for a map. `clusters`: what lies in `bbox`, gathered for `zoom`' }),
    zoom: whole(0, 22).optional(),
  })
  .superRefine((query, context) => {
    const missing = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (query.lat === undefined && (query.lng !== undefined || query.radius !== undefined))
      missing('lat', 'Please give lat and lng together')
    if (query.lng === undefined && (query.lat !== undefined || query.radius !== undefined))
      missing('lng', 'Please give lat and lng together')
    if ((query.minTarget ?? 0) > (query.maxTarget ?? largestAmount)) missing('minTarget', 'Please use at most maxTarget')
    if ((query.minArcPrice ?? 0) > (query.maxArcPrice ?? largestAmount)) missing('minArcPrice', 'Please use at most maxArcPrice')
    if (query.view === 'clusters' && !query.bbox) missing('bbox', 'Please give the box that the map shows')
    if (query.view === 'clusters' && query.zoom === undefined) missing('zoom', 'Please give the zoom of the map')
  })
export type SearchQuery = z.output<typeof searchQuery>

export function filterOf(query: SearchQuery): CircleFilter {
  const { q, lat, lng, radius, bbox: box, minTarget, maxTarget, minArcPrice, maxArcPrice, hasFreeArcs } = query
  const near = lat === undefined || lng === undefined ? undefined : { lat, lng, radius: radius ?? searchRadius.initial }
  const limits = { minTarget, maxTarget, minArcPrice, maxArcPrice, hasFreeArcs }
  return { q, near, bbox: box, ...limits, ...Object.fromEntries(filteredCriteria.map(({ key }) => [key, query[key]])) }
}

/** Absent values limit nothing. */
function fitPreferencesIn(query: SearchQuery): FitPreferences | undefined {
  if (!Object.keys(query).some((name) => name.startsWith('fit'))) return undefined
  const { fitLat, fitLng, fitRadius, fitMin, fitMax } = query
  const point = fitLat === undefined || fitLng === undefined ? null : { lat: fitLat, lng: fitLng }
  const asked: Readonly<Record<string, unknown>> = query
  const preferences = Object.fromEntries(preferredCriteria.map(({ key, preference }) => [key, asked[preference.parameter]]))
  return {
    point,
    radius: fitRadius ?? searchRadius.initial,
    min: fitMin ?? 0,
    max: fitMax ?? largestAmount,
    ...(preferences as Partial<Preferences>),
  }
}

export const searchOf = (query: SearchQuery): CircleSearch => ({
  filter: filterOf(query),
  preferences: fitPreferencesIn(query),
  sort: query.sort ?? 'createdAt',
  page: query.page ?? 1,
  pageSize: query.pageSize ?? defaultCirclePageSize,
})

/** Without parameters the list contains at most this many of the newest circles. */
export const bareListLimit = 5_000

export const circlePage = z.object({
  items: z.array(circle),
  total: z.number().meta({ description: `How many match, counted up to ${largestTotal}` }),
  totalIsAtLeast: z.boolean().optional().meta({ description: 'Whether there are more than `total`' }),
  page: z.number(),
  pageSize: z.number(),
})
export type CirclePage = z.infer<typeof circlePage>

export const mapPoint = z.object({ _id: id, lat: z.number(), lng: z.number(), title: z.string(), city: z.string(), percent: z.number() })
export type MapPoint = z.infer<typeof mapPoint>

/** The average position of `count` circles; a single one is included completely. */
export const mapCluster = z.object({ lat: z.number(), lng: z.number(), count: z.number(), circle: mapPoint.optional() })
export type MapCluster = z.infer<typeof mapCluster>

export const mapPoints = z.object({ form: z.literal('points'), items: z.array(mapPoint), total: z.number() })
export const mapClusters = z.object({ form: z.literal('clusters'), items: z.array(mapCluster), total: z.number() })
export type CircleMap = z.infer<typeof mapPoints> | z.infer<typeof mapClusters>

export const bareCircleList = reply(z.array(circle)).extend({ truncated: z.boolean().optional() })
export const circlePageReply = reply(circlePage)
export const mapPointsReply = reply(mapPoints)
export const mapClustersReply = reply(mapClusters)
export const circleMapReply = reply(z.union([mapPoints, mapClusters]))
