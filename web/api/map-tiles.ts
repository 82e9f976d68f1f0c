import { useQuery } from '@tanstack/react-query'
import { configQuery } from './config.ts'

/** The tile service's URL template; null without a tile service, undefined until the settings are loaded. */
export function useTileUrl(): string | null | undefined {
  const { data, isError } = useQuery(configQuery)
  if (!data) return isError ? null : undefined
  return data.mapTileUrl === 'off' ? null : data.mapTileUrl
}
