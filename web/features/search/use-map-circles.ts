import { useEffect, useState } from 'react'
import { mapStart } from '#domain/map.ts'
import { type MapSource, openMapSource } from './map-source.ts'

type Loaded = { readonly status: 'loading' | 'ready' | 'failed'; readonly total: number; readonly loads: number }

/** The circles that match, held beside the page. `loads` counts up with every answer. */
export function useMapCircles(parameters: string) {
  const [source, setSource] = useState<MapSource | null>(null)
  const [tries, setTries] = useState(0)
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading', total: 0, loads: 0 })

  useEffect(() => {
    const opened = openMapSource()
    setSource(opened)
    return () => opened.close()
  }, [])

  useEffect(() => {
    if (!source || tries < 0) return
    let isCurrent = true
    setLoaded((before) => ({ ...before, status: 'loading' }))
    source.load(parameters, mapStart.zoom).then(
      (total) => isCurrent && setLoaded((before) => ({ status: 'ready', total, loads: before.loads + 1 })),
      () => isCurrent && setLoaded((before) => ({ ...before, status: 'failed' })),
    )
    return () => {
      isCurrent = false
    }
  }, [source, parameters, tries])

  return { source, ...loaded, retry: () => setTries((before) => before + 1) }
}
