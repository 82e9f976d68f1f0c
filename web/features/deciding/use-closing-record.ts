import { useQuery } from '@tanstack/react-query'
import type { Property } from '#contract/properties.ts'
import { recordQueryOf } from './deciding.queries.ts'

/** The record row of the closing; null until it has been written, and for brokers, who may not read the record. */
export function useClosingRecord({ _id, circle }: Property, mayRead = true) {
  const { data } = useQuery({ ...recordQueryOf(circle._id, { property: _id, pageSize: 5 }), enabled: mayRead })
  return data?.items.find(({ kind }) => kind === 'closed') ?? null
}
