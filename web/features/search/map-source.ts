import type { MapPoint } from '#contract/search.ts'

/** A marker on the map: one circle, or a cluster. */
export type MapItem = {
  readonly key: string
  readonly lat: number
  readonly lng: number
  readonly count: number
  readonly circle: MapPoint | null
  /** The cluster's number in the source, when the source has every circle. */
  readonly cluster: number | null
}

/** West, south, east, north. */
export type MapBox = readonly [number, number, number, number]

type RequestBody =
  | { readonly kind: 'load'; readonly parameters: string; readonly zoom: number }
  | { readonly kind: 'items'; readonly box: MapBox; readonly zoom: number }
  | { readonly kind: 'expand'; readonly cluster: number }
export type SourceRequest = RequestBody & { readonly id: number }

export type SourceReply = {
  readonly id: number
  readonly total?: number
  readonly items?: MapItem[] | null
  readonly zoom?: number
  readonly failure?: string
}

export type MapSource = {
  /** Loads all matching circles and returns their number. Throws when the request fails. */
  load(parameters: string, zoom: number): Promise<number>
  /** The markers for an area; null when the request failed or a later call has replaced this one. */
  itemsIn(box: MapBox, zoom: number): Promise<MapItem[] | null>
  /** The zoom level at which a cluster splits. */
  expand(cluster: number): Promise<number>
  close(): void
}

/** Runs in a worker: loading and clustering 100,000 circles must not block the page. */
export function openMapSource(): MapSource {
  const worker = new Worker(new URL('./map-source.worker.ts', import.meta.url), { type: 'module', name: 'map of circles' })
  const waiting = new Map<number, (answer: SourceReply) => void>()
  let lastId = 0
  worker.onmessage = ({ data }: MessageEvent<SourceReply>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  }
  const send = (request: RequestBody): Promise<SourceReply> => {
    lastId += 1
    const id = lastId
    const answer = new Promise<SourceReply>((resolve) => waiting.set(id, resolve))
    worker.postMessage({ ...request, id })
    return answer
  }
  return {
    async load(parameters, zoom) {
      const { total, failure } = await send({ kind: 'load', parameters, zoom })
      if (failure !== undefined) throw new Error(failure)
      return total ?? 0
    },
    itemsIn: async (box, zoom) => (await send({ kind: 'items', box, zoom })).items ?? null,
    expand: async (cluster) => (await send({ kind: 'expand', cluster })).zoom ?? 0,
    close: () => worker.terminate(),
  }
}
