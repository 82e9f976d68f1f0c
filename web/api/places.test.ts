import { expect, test } from 'vitest'
import { placeName, savedPlaceName, toPlaceOptions } from './places.ts'

const place = (city: string, state: string, county = '') => ({
  city,
  state,
  stateCode: state.slice(0, 2).toUpperCase(),
  county,
  country: 'US',
  lat: 40,
  lng: county.length - 100,
  population: 1,
})

test('places with the same name show their state, and their county where the state is the same too', () => {
  const found = [
    place('Springfield', 'Illinois', 'Sangamon'),
    place('Union', 'New Jersey', 'Union'),
    place('Union', 'New Jersey', 'Hunterdon'),
  ]
  const options = toPlaceOptions(found)
  expect(options.map(({ text }) => text)).toEqual(['Springfield, Illinois', 'Union, New Jersey (Union)', 'Union, New Jersey (Hunterdon)'])
  expect(new Set(options.map(({ value }) => value)).size).toBe(3)
})

test('a place without a state is its city, and no place is an empty text', () => {
  expect([placeName({ city: 'Bath', state: null }), placeName({ city: 'Bath' }), placeName(null)]).toEqual(['Bath', 'Bath', ''])
})

test('a place in the United States is saved with its state’s abbreviation, one elsewhere with the region’s name', () => {
  const [denver] = toPlaceOptions([place('Denver', 'Colorado')])
  const [leeds] = toPlaceOptions([{ ...place('Leeds', 'England'), country: 'GB' }])
  expect([denver, leeds, null].map((option) => placeName(savedPlaceName(option ?? null)))).toEqual(['Denver, CO', 'Leeds, England', ''])
})
