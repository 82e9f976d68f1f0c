import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mapStart } from '#domain/map.ts'
import { showing } from '#web/api/cache-rules.ts'
import { type MapSource, openMapSource } from './map-source.ts'

let opened = 0

/** The circles that match, held beside the page. `loads` changes with every answer. */
export function useMapCircles(parameters: string) {
  const [held, hold] = useState<{ readonly source: MapSource; readonly number: number } | null>(null)
  useEffect(() => {
    opened += 1
    const source = openMapSource()
    hold({ source, number: opened })
    return () => source.close()
  }, [])

  // The answer itself stays with the source, which keeps the last one only: so nothing may be kept for longer here either.
  const { data, isError, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    queryKey: [showing('circle-lists'), 'map', held?.number, parameters],
    queryFn: () => held?.source.load(parameters, mapStart.zoom) ?? 0,
    enabled: held !== null,
    gcTime: 0,
    // A whole map is much to read; the live stream says when it is worth it.
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  })
  const status = data !== undefined && !isPlaceholderData ? 'ready' : isError ? 'failed' : 'loading'
  return { source: held?.source ?? null, status, total: data ?? 0, loads: dataUpdatedAt, retry: () => void refetch() } as const
}
