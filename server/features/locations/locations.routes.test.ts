import { beforeAll, describe, expect, inject } from 'vitest'
import type { FoundPlace } from '#contract/locations.ts'
import { randomFrom } from '#demo/random.ts'
import { type GazetteerPlace, loadPlaces, readGazetteer } from '#server/db/places/load-places.ts'
import { foldName, spellingsOf } from '#server/db/places/spellings.ts'
import { projectRoot } from '#server/root.ts'
import { test as plain, startTestApp, type TestApp } from '#server/testing/test-app.ts'

let testApp: TestApp
let gazetteer: GazetteerPlace[]
beforeAll(async () => {
  testApp = await startTestApp({ RATE_LIMITS: 'off' }, inject('postgresUrl'))
  await loadPlaces(testApp.databaseUrl, projectRoot())
  gazetteer = await (await readGazetteer(projectRoot())).places()
  return () => testApp.close()
})

const test = plain

async function search(text: string): Promise<FoundPlace[]> {
  const answer = await testApp.call(null, 'GET', `public/location-search/${encodeURIComponent(text)}`)
  expect(answer.status).toBe(200)
  return answer.data<FoundPlace[]>()
}
const first = async (text: string): Promise<string> => {
  const [place] = await search(text)
  return place ? `${place.city}, ${place.stateCode}` : 'nothing'
}

describe('search texts', () => {
  test.each([
    ['denv', 'Denver, CO'],
    ['DENVER', 'Denver, CO'],
    ['n', 'New York, NY'],
    ['New York City', 'New York, NY'],
    ['nyc', 'New York, NY'],
    ['LA', 'Los Angeles, CA'],
    ['L.A.', 'Los Angeles, CA'],
    ['dc', 'Washington, DC'],
    ['Washington, D.C.', 'Washington, DC'],
    ['SF', 'San Francisco, CA'],
    ['philly', 'Philadelphia, PA'],
    ['vegas', 'Las Vegas, NV'],
    ['Bronx', 'The Bronx, NY'],
    ['Saint Louis', 'St. Louis, MO'],
    ['St Louis', 'St. Louis, MO'],
    ['st. paul', 'Saint Paul, MN'],
    ['Ft Worth', 'Fort Worth, TX'],
    ['mt pleasant sc', 'Mount Pleasant, SC'],
    ["Coeur d'Alene", "Coeur d'Alene, ID"],
    ['Coeur d’Alene', "Coeur d'Alene, ID"],
    ['coeur d alene', "Coeur d'Alene, ID"],
    ['coeur dalene', "Coeur d'Alene, ID"],
    ['canon city', 'Cañon City, CO'],
    ['Cañon City', 'Cañon City, CO'],
    ['winston salem', 'Winston-Salem, NC'],
    ['Portland, Maine', 'Portland, ME'],
    ['Portland, OR', 'Portland, OR'],
    ['paris tx', 'Paris, TX'],
    ['london', 'London, ENG'],
    ['hull uk', 'Kingston upon Hull, ENG'],
  ])('%s finds %s first', async (text, expected) => {
    expect(await first(text)).toBe(expected)
  })

  test.each([
    ['Pitsburgh', 'Pittsburgh, PA'],
    ['San Fransisco', 'San Francisco, CA'],
    ['Philedelphia', 'Philadelphia, PA'],
    ['Albequerque', 'Albuquerque, NM'],
    ['Cincinatti', 'Cincinnati, OH'],
    ['Los Angelas', 'Los Angeles, CA'],
    ['Minneapolus', 'Minneapolis, MN'],
    ['Seatle', 'Seattle, WA'],
    ['Huston', 'Houston, TX'],
    ['Pheonix', 'Phoenix, AZ'],
    ['new yrok', 'New York, NY'],
    ['denvr', 'Denver, CO'],
    ['Francisco', 'San Francisco, CA'],
    ['portlnd maine', 'Portland, ME'],
    ['charlston, west virginia', 'Charleston, WV'],
    ['ciur d alene', "Coeur d'Alene, ID"],
  ])('%s is taken for %s', async (text, expected) => {
    const found = await search(text)
    expect(found.slice(0, 3).map((place) => `${place.city}, ${place.stateCode}`)).toContain(expected)
  })
})

test('at most ten places, larger first', async () => {
  const found = await search('san')
  expect(found).toHaveLength(10)
  expect(found.map(({ population }) => population)).toEqual(found.map(({ population }) => population).sort((a, b) => b - a))
})

test('places with the same name are distinguished by state and county', async () => {
  const found = await search('Springfield')
  expect(found.filter(({ city }) => city === 'Springfield').length).toBeGreaterThan(5)
  expect(new Set(found.map(({ state, county }) => `${state}/${county}`)).size).toBe(found.length)
})

test('each place has its coordinates and state', async () => {
  const [place] = await search('Boulder, Colorado')
  expect(place).toEqual({
    city: 'Boulder',
    state: 'Colorado',
    stateCode: 'CO',
    county: 'Boulder County',
    country: 'US',
    lat: 40.015,
    lng: -105.2706,
    population: 107349,
  })
})

test('prefix matches equal those of a scan of the whole list', async () => {
  const read = gazetteer.map((place) => ({ place, names: spellingsOf(place).map(({ name }) => name) }))
  read.sort((a, b) => b.place.population - a.place.population || a.place.id - b.place.id)
  const byReading = (text: string) => {
    const folded = foldName(text)
    return read
      .filter(({ names }) => names.some((name) => name.startsWith(folded)))
      .slice(0, 10)
      .map(({ place: { city, stateCode, county } }) => [city, stateCode, county])
  }
  const random = randomFrom('places')
  for (let round = 0; round < 120; round++) {
    const name = random.pick(gazetteer).city
    const text = name.slice(0, random.whole(1, name.length))
    if (foldName(text) === '') continue
    const expected = byReading(text)
    const found = (await search(text)).slice(0, expected.length)
    expect([text, found.map(({ city, stateCode, county }) => [city, stateCode, county])]).toEqual([text, expected])
  }
})

describe('any text gets an answer or a 400', () => {
  const texts = [
    '%2F',
    '%00',
    '%',
    '%zz',
    '%E0%A4%A',
    '%2e%2e%2f',
    'a'.repeat(500),
    '%F0%9F%8F%A0',
    '%25',
    '%5C',
    "'; drop table users; --",
  ]
  texts.push('_', '   ', '日本', '%0A%0D', '<script>', 'é'.repeat(150), '-', "'", '%27%25_', '')
  test.each(texts)('%j', async (text) => {
    const answer = await testApp.call(null, 'GET', `/api/public/location-search/${text}`)
    expect([200, 400]).toContain(answer.status)
    if (answer.status === 200) expect(Array.isArray(answer.data())).toBe(true)
  })
})

test('the app route requires a session and otherwise gives the same answer', async () => {
  expect((await testApp.call(null, 'GET', 'app/location-search/denver')).status).toBe(401)
  const investor = await testApp.seed.investor()
  const answer = await testApp.call(investor, 'GET', 'app/location-search/denver')
  expect(answer.data()).toEqual(await search('denver'))
})

test('one address may search 120 times a minute', async () => {
  const limited = await startTestApp({}, inject('postgresUrl'))
  const ask = async () => (await limited.call(null, 'GET', 'public/location-search/x')).status
  expect(await ask()).toBe(200)
  await limited.db.updateTable('rate_counters').set({ count: 119 }).execute()
  expect([await ask(), await ask()]).toEqual([200, 429])
  await limited.close()
})
