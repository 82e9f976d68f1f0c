import { worldX, worldY } from './mercator.ts'

/** The file format of scripts/build-atlas.mjs. Lines are encoded polylines, places are `name|x|y|population`. */
type AtlasFile = {
  readonly units: number
  readonly land: readonly string[]
  /** Counties by population density: wild, open country, settled. */
  readonly settled: readonly (readonly string[])[]
  readonly states: readonly string[]
  readonly places: readonly string[]
  readonly nation?: readonly string[]
}

export type AtlasPlace = { readonly name: string; readonly x: number; readonly y: number; readonly population: number }

/** A decoded file. Its paths are in local units from its own corner, which keeps them precise at any scale. */
export type Sheet = {
  readonly originX: number
  readonly originY: number
  readonly land: Path2D
  readonly nation: Path2D
  readonly settled: readonly Path2D[]
  readonly states: Path2D
  readonly places: readonly AtlasPlace[]
}

/** Local units per world width. */
export const localUnits = 2 ** 20

export const cellDegrees = 5

const addresses: Readonly<Record<string, string>> = import.meta.glob('./atlas/*.json', { query: '?url', import: 'default', eager: true })

const addressOf = (name: string): string | undefined => addresses[`./atlas/${name}.json`]

export const cellName = (column: number, row: number): string => `${column}_${row}`

export const hasCell = (name: string): boolean => addressOf(name) !== undefined

/** Decodes a polyline: calls back with each point in whole units from the origin. */
function decodePolyline(text: string, onPoint: (x: number, y: number) => void): void {
  let index = 0
  const nextNumber = () => {
    let [value, shift] = [0, 0]
    for (;;) {
      const bits = text.charCodeAt(index) - 63
      index += 1
      value |= (bits & 31) << shift
      shift += 5
      if (bits < 32) return value & 1 ? ~(value >> 1) : value >> 1
    }
  }
  for (let x = 0, y = 0; index < text.length; ) {
    x += nextNumber()
    y += nextNumber()
    onPoint(x, y)
  }
}

function toSheet(file: AtlasFile, west: number, south: number): Sheet {
  const [originX, originY] = [worldX(west), worldY(south)]
  const local = (x: number, y: number): [number, number] => [
    (worldX(west + x / file.units) - originX) * localUnits,
    (worldY(south + y / file.units) - originY) * localUnits,
  ]
  const pathOf = (lines: readonly string[], closes: boolean) => {
    const path = new Path2D()
    for (const line of lines) {
      let isFirst = true
      decodePolyline(line, (x, y) => {
        if (isFirst) path.moveTo(...local(x, y))
        else path.lineTo(...local(x, y))
        isFirst = false
      })
      if (closes) path.closePath()
    }
    return path
  }
  return {
    originX,
    originY,
    land: pathOf(file.land, true),
    nation: pathOf(file.nation ?? [], true),
    settled: file.settled.map((rings) => pathOf(rings, true)),
    states: pathOf(file.states, false),
    places: file.places.map((row) => {
      const [name = '', x, y, population] = row.split('|')
      return {
        name,
        x: worldX(west + Number(x) / file.units),
        y: worldY(south + Number(y) / file.units),
        population: Number(population),
      }
    }),
  }
}

const sheets = new Map<string, Promise<Sheet | null>>()

async function load(name: string, west: number, south: number): Promise<Sheet | null> {
  const address = addressOf(name)
  if (!address) return null
  try {
    const response = await fetch(address)
    if (response.ok) return toSheet((await response.json()) as AtlasFile, west, south)
  } catch {
    // If the file fails to load, this part of the map stays plain; the next request tries again.
  }
  sheets.delete(name)
  return null
}

function loadOnce(name: string, west: number, south: number): Promise<Sheet | null> {
  const cached = sheets.get(name)
  if (cached) return cached
  const loading = load(name, west, south)
  sheets.set(name, loading)
  return loading
}

export const loadOverview = (): Promise<Sheet | null> => loadOnce('overview', 0, 0)

export const loadCell = (column: number, row: number): Promise<Sheet | null> =>
  loadOnce(cellName(column, row), column * cellDegrees, row * cellDegrees)
