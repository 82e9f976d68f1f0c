import Supercluster, { type ClusterFeature, type PointFeature } from 'supercluster'
import type { CircleMap, MapPoint } from '#contract/search.ts'
import { clusterRadius } from '#domain/map.ts'
import type { MapItem, SourceAnswer, SourceOrder } from './map-source.ts'

type Entry = { readonly count: number; readonly circle: MapPoint | null }
type Sum = { count: number }

/** Deeper than the map goes, so that what shares a place stays together at every zoom. */
const deepest = 17

function gather(answer: CircleMap): Supercluster<Entry, Sum> {
  const items = answer.items.map((item) => ('count' in item ? item : { lat: item.lat, lng: item.lng, count: 1, circle: item }))
  const index = new Supercluster<Entry, Sum>({
    radius: clusterRadius,
    // The world is 256 pixels wide at zoom 0, as on the map.
    extent: 256,
    maxZoom: deepest,
    map: ({ count }) => ({ count }),
    reduce: (sum, { count }) => {
      sum.count += count
    },
  })
  return index.load(
    items.map(({ lat, lng, count, circle = null }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lng, lat] },
      properties: { count, circle },
    })),
  )
}

const toItem = (feature: ClusterFeature<Sum> | PointFeature<Entry>): MapItem => {
  const [lng = 0, lat = 0] = feature.geometry.coordinates
  const { properties } = feature
  if ('cluster_id' in properties) {
    return { key: `cluster-${properties.cluster_id}`, lat, lng, count: properties.count, circle: null, cluster: properties.cluster_id }
  }
  const { circle, count } = properties
  return { key: circle?._id ?? `place-${lat}-${lng}-${count}`, lat, lng, count, circle, cluster: null }
}

async function ask(parameters: string, signal?: AbortSignal): Promise<CircleMap> {
  const response = await fetch(`/api/public/circle?${parameters}`, signal ? { signal } : {})
  if (!response.ok) throw new Error(`The list of circles answered ${response.status}.`)
  return ((await response.json()) as { data: CircleMap }).data
}

/** null until something was loaded. */
let parameters: string | null = null
/** Every circle, where the server gave them all; else each part of the map is asked for as it is looked at. */
let whole: Supercluster<Entry, Sum> | null = null
let looking: AbortController | null = null

async function load(wanted: string, zoom: number): Promise<{ total: number }> {
  looking?.abort()
  parameters = wanted
  const answer = await ask(`${wanted}&view=map&zoom=${zoom}`)
  const index = answer.form === 'points' ? gather(answer) : null
  // Another load may have begun meanwhile.
  if (parameters === wanted) whole = index
  return { total: answer.total }
}

async function look(box: readonly [number, number, number, number], zoom: number): Promise<{ items: MapItem[] | null }> {
  looking?.abort()
  if (parameters === null) return { items: null }
  const corners: [number, number, number, number] = [...box]
  if (whole) return { items: whole.getClusters(corners, zoom).map(toItem) }
  const request = new AbortController()
  looking = request
  const answer = await ask(`${parameters}&view=clusters&bbox=${box.join(',')}&zoom=${zoom}`, request.signal)
  const items = gather(answer).getClusters(corners, zoom).map(toItem)
  // Within a part, numbers of clusters mean nothing to the next: only their place does.
  return { items: items.map((item) => (item.cluster === null ? item : { ...item, key: `${item.lat},${item.lng}`, cluster: null })) }
}

async function answerTo(order: SourceOrder): Promise<SourceAnswer> {
  try {
    if (order.kind === 'load') return { id: order.id, ...(await load(order.parameters, order.zoom)) }
    if (order.kind === 'look') return { id: order.id, ...(await look(order.box, order.zoom)) }
    return { id: order.id, zoom: whole?.getClusterExpansionZoom(order.cluster) ?? 0 }
  } catch (error) {
    return { id: order.id, failure: error instanceof Error ? error.name : 'Error' }
  }
}

self.onmessage = async ({ data }: MessageEvent<SourceOrder>) => self.postMessage(await answerTo(data))
