import type { MapPoint } from '#contract/search.ts'

/** What stands at one spot of the map: a circle, or so many gathered. */
export type MapItem = {
  readonly key: string
  readonly lat: number
  readonly lng: number
  readonly count: number
  readonly circle: MapPoint | null
  /** Known to the source by this number, while it holds every circle itself. */
  readonly cluster: number | null
}

/** West, south, east, north. */
export type MapBox = readonly [number, number, number, number]

type Order =
  | { readonly kind: 'load'; readonly parameters: string; readonly zoom: number }
  | { readonly kind: 'look'; readonly box: MapBox; readonly zoom: number }
  | { readonly kind: 'expand'; readonly cluster: number }
export type SourceOrder = Order & { readonly id: number }

export type SourceAnswer = {
  readonly id: number
  readonly total?: number
  readonly items?: MapItem[] | null
  readonly zoom?: number
  readonly failure?: string
}

export type MapSource = {
  /** Fetches what matches; answers how many circles that is. Fails when they could not be had. */
  load(parameters: string, zoom: number): Promise<number>
  /** What to show in a box; null when it could not be had, or a later look has overtaken this one. */
  look(box: MapBox, zoom: number): Promise<MapItem[] | null>
  /** The zoom at which a cluster falls apart. */
  expand(cluster: number): Promise<number>
  close(): void
}

/** Fetching, reading and gathering happen beside the page: a hundred thousand circles must not make it stutter. */
export function openMapSource(): MapSource {
  const worker = new Worker(new URL('./map-source.worker.ts', import.meta.url), { type: 'module', name: 'map of circles' })
  const waiting = new Map<number, (answer: SourceAnswer) => void>()
  let lastId = 0
  worker.onmessage = ({ data }: MessageEvent<SourceAnswer>) => {
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  }
  const ask = (order: Order): Promise<SourceAnswer> => {
    lastId += 1
    const id = lastId
    const answer = new Promise<SourceAnswer>((resolve) => waiting.set(id, resolve))
    worker.postMessage({ ...order, id })
    return answer
  }
  return {
    async load(parameters, zoom) {
      const { total, failure } = await ask({ kind: 'load', parameters, zoom })
      if (failure !== undefined) throw new Error(failure)
      return total ?? 0
    },
    look: async (box, zoom) => (await ask({ kind: 'look', box, zoom })).items ?? null,
    expand: async (cluster) => (await ask({ kind: 'expand', cluster })).zoom ?? 0,
    close: () => worker.terminate(),
  }
}
