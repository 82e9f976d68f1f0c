import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mapStart } from '#domain/map.ts'
import { showing } from '#web/api/cache-rules.ts'
import { type MapSource, openMapSource } from './map-source.ts'

let sourceCount = 0

/** Matching circles, loaded into the worker. `loads` increases with every answer. */
export function useMapCircles(parameters: string) {
  const [opened, setOpened] = useState<{ readonly source: MapSource; readonly number: number } | null>(null)
  useEffect(() => {
    sourceCount += 1
    const source = openMapSource()
    setOpened({ source, number: sourceCount })
    return () => source.close()
  }, [])

  // The worker keeps only its latest answer, so older ones must not be cached here either.
  const { data, isError, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    queryKey: [showing('circle-lists'), 'map', opened?.number, parameters],
    queryFn: () => opened?.source.load(parameters, mapStart.zoom) ?? 0,
    enabled: opened !== null,
    gcTime: 0,
    // Refetched only on live updates, because the answer is large.
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  })
  const status = data !== undefined && !isPlaceholderData ? 'ready' : isError ? 'failed' : 'loading'
  return { source: opened?.source ?? null, status, total: data ?? 0, loads: dataUpdatedAt, retry: () => void refetch() } as const
}
