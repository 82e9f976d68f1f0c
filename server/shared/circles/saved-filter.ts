import { readSaved } from '#domain/saved-search.ts'
import type { CircleFilter } from '#domain/search.ts'

/** What a saved search searches for. */
export function filterOfSaved(address: string): CircleFilter {
  const parameters = new URLSearchParams(address)
  return readSaved((name) => parameters.get(name))
}
