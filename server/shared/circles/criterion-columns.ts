import { type Criteria, type CriterionColumn, criteria } from '#domain/criteria.ts'

const columnsOf = ({ kind, column }: (typeof criteria)[number]) => (kind === 'range' ? [`${column}_min`, `${column}_max`] : [column])

export const criterionColumns = criteria.flatMap(columnsOf) as CriterionColumn[]

type Row = Readonly<Record<CriterionColumn, unknown>>

/** The criteria of a row of `circles`. */
export const criteriaOf = (row: Row): Criteria =>
  Object.fromEntries(
    criteria.map((criterion) => {
      const [value, max] = columnsOf(criterion).map((column) => row[column as CriterionColumn])
      return [criterion.key, criterion.kind !== 'range' ? value : value === null ? null : { min: value, max: max ?? 'any' }]
    }),
  ) as unknown as Criteria

type Range = { readonly min: number; readonly max: number | 'any' }

/** The columns for the given criteria; the others stay as they are. */
export const criterionValues = (given: { readonly [Key in keyof Criteria]?: Criteria[Key] | undefined }) =>
  Object.fromEntries(
    criteria.flatMap((criterion): [string, unknown][] => {
      const { key, kind, column } = criterion
      const value = given[key]
      if (value === undefined) return []
      if (kind === 'several') return [[column, [...new Set(value as readonly string[])]]]
      if (kind === 'one') return [[column, value]]
      const range = value as Range | null
      return [
        [`${column}_min`, range?.min ?? null],
        [`${column}_max`, range === null || range.max === 'any' ? null : range.max],
      ]
    }),
  )
