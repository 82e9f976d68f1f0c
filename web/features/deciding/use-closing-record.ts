import { useQuery } from '@tanstack/react-query'
import type { Property } from '#contract/properties.ts'
import { recordQueryOf } from './deciding.queries.ts'

/** The record row of the closing; null until it has been written. */
export function useClosingRecord({ _id, circle }: Property) {
  const { data } = useQuery(recordQueryOf(circle._id, { property: _id, pageSize: 5 }))
  return data?.items.find(({ kind }) => kind === 'closed') ?? null
}
