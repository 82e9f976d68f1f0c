import Supercluster, { type ClusterFeature, type PointFeature } from 'supercluster'
import type { CircleMap, MapPoint } from '#contract/search.ts'
import { clusterRadius } from '#domain/map.ts'
import type { MapItem, SourceReply, SourceRequest } from './map-source.ts'

type Entry = { readonly count: number; readonly circle: MapPoint | null }
type Sum = { count: number }

/** Deeper than the map's maximum zoom, so that circles at one spot stay one cluster at every zoom. */
const maximumClusterZoom = 17

function clusterIndexOf(answer: CircleMap): Supercluster<Entry, Sum> {
  const items = answer.items.map((item) => ('count' in item ? item : { lat: item.lat, lng: item.lng, count: 1, circle: item }))
  const index = new Supercluster<Entry, Sum>({
    radius: clusterRadius,
    // The world is 256 pixels wide at zoom 0, as in Leaflet.
    extent: 256,
    maxZoom: maximumClusterZoom,
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

async function fetchMap(parameters: string, signal?: AbortSignal): Promise<CircleMap> {
  const response = await fetch(`/api/public/circle?${parameters}`, signal ? { signal } : {})
  if (!response.ok) throw new Error(`The list of circles answered ${response.status}.`)
  return ((await response.json()) as { data: CircleMap }).data
}

/** null until the first load. */
let parameters: string | null = null
/** All circles, if the server sent all of them; else each area is requested when it becomes visible. */
let allCircles: Supercluster<Entry, Sum> | null = null
let pendingRequest: AbortController | null = null

async function load(newParameters: string, zoom: number): Promise<{ total: number }> {
  pendingRequest?.abort()
  parameters = newParameters
  const answer = await fetchMap(`${newParameters}&view=map&zoom=${zoom}`)
  const index = answer.form === 'points' ? clusterIndexOf(answer) : null
  // Another load may have started meanwhile.
  if (parameters === newParameters) allCircles = index
  return { total: answer.total }
}

async function itemsIn(box: readonly [number, number, number, number], zoom: number): Promise<{ items: MapItem[] | null }> {
  pendingRequest?.abort()
  if (parameters === null) return { items: null }
  const corners: [number, number, number, number] = [...box]
  if (allCircles) return { items: allCircles.getClusters(corners, zoom).map(toItem) }
  const controller = new AbortController()
  pendingRequest = controller
  const answer = await fetchMap(`${parameters}&view=clusters&bbox=${box.join(',')}&zoom=${zoom}`, controller.signal)
  const items = clusterIndexOf(answer).getClusters(corners, zoom).map(toItem)
  // Cluster numbers are only valid within one answer, so they are left out.
  return { items: items.map((item) => (item.cluster === null ? item : { ...item, key: `${item.lat},${item.lng}`, cluster: null })) }
}

async function replyTo(request: SourceRequest): Promise<SourceReply> {
  try {
    if (request.kind === 'load') return { id: request.id, ...(await load(request.parameters, request.zoom)) }
    if (request.kind === 'items') return { id: request.id, ...(await itemsIn(request.box, request.zoom)) }
    return { id: request.id, zoom: allCircles?.getClusterExpansionZoom(request.cluster) ?? 0 }
  } catch (error) {
    return { id: request.id, failure: error instanceof Error ? error.name : 'Error' }
  }
}

self.onmessage = async ({ data }: MessageEvent<SourceRequest>) => self.postMessage(await replyTo(data))
