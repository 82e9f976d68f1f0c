import { useQuery } from '@tanstack/react-query'
import { configQuery } from './config.ts'

/** Where map tiles come from: null where the outline map is all there is, undefined while that is not known yet. */
export function useTileUrl(): string | null | undefined {
  const { data, isError } = useQuery(configQuery)
  if (!data) return isError ? null : undefined
  return data.mapTileUrl === 'off' ? null : data.mapTileUrl
}
