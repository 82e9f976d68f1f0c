import { useQuery } from '@tanstack/react-query'
import { configQuery } from './config.ts'

/** Where map tiles come from; null while that is not known, and where the outline map is all there is. */
export function useTileUrl(): string | null {
  const { data } = useQuery(configQuery)
  return data && data.mapTileUrl !== 'off' ? data.mapTileUrl : null
}
