import { shareCount, targetLimits } from '#domain/arcs.ts'
import {
  type InvestmentPurpose,
  type MinimumShareSize,
  minimumShareSizeValues,
  type PropertyType,
  propertyTypeValues,
} from '#domain/choices.ts'
import type { CircleOutline, Setting, Town } from './circle-outlines.ts'
import type { Random } from './random.ts'

const firstWords =
  'Juniper Copper Larkspur Harbor Willow Foundry Prairie Granite Cedar Marlow Bluebird Quarry Orchard Lantern Sparrow Kestrel Meadow Linden Ironwood Magnolia Heron Summit Riverside Tamarack Birch Clover Amber Hawthorn Pinecrest Wren'.split(
    ' ',
  )
const lastWords: Readonly<Record<PropertyType, readonly string[]>> = {
  single_family: ['Cottages', 'Houses', 'Bungalows', 'Cabins', 'Homestead'],
  multi_family: ['Flats', 'Court', 'Fourplex', 'Rooms', 'Walk-Up'],
  condo: ['Lofts', 'Tower', 'Condos', 'Residences'],
  townhouse: ['Row', 'Terrace', 'Townhomes', 'Rowhouses'],
  commercial: ['Corner', 'Storefronts', 'Arcade', 'Offices'],
  land: ['Acres', 'Meadow', 'Parcels', 'Fields'],
  industrial: ['Works', 'Warehouse', 'Yard', 'Mill'],
}
const purposesOf: Readonly<Record<PropertyType, readonly InvestmentPurpose[]>> = {
  single_family: ['vacation_home', 'short_term_rental', 'long_term_rental', 'primary_residence'],
  multi_family: ['long_term_rental', 'short_term_rental'],
  condo: ['long_term_rental', 'short_term_rental', 'vacation_home'],
  townhouse: ['long_term_rental', 'primary_residence'],
  commercial: ['commercial'],
  land: ['other', 'vacation_home'],
  industrial: ['commercial'],
}
const openings = ['A small group', 'Friends and neighbors', 'Patient investors', 'Local owners', 'A circle of colleagues']
const aims = [
  'We look for sound walls, good light and fair rents.',
  'We buy carefully, repair what matters and hold for the long term.',
  'One building at a time, decided by everyone in the circle.',
  'No hurry: the right place, at the right price.',
  'Every arc counts the same, and so does every vote.',
]

/** A random circle; every target and share size that the product allows can occur. */
export function inventCircle(town: Town, random: Random): CircleOutline {
  const type = random.pick(propertyTypeValues)
  const share: MinimumShareSize = random.pick(minimumShareSizeValues)
  const title = `${random.pick(firstWords)} ${random.pick(lastWords[type])}`
  // Mostly round amounts, and more small circles than large ones.
  const figure = 60_000 * 10 ** (random.next() ** 2 * 2)
  const target = Math.min(
    targetLimits.maximum,
    Math.max(targetLimits.minimum, Math.round(random.chance(0.8) ? Math.round(figure / 5_000) * 5_000 : figure)),
  )
  const shares = shareCount(share)
  return {
    title,
    town,
    types: [type],
    share,
    target,
    sold: random.chance(0.15) ? shares : random.whole(1, shares),
    purposes: random.some(purposesOf[type], random.whole(1, 2)),
    part: null,
    brokers: null,
    until: null,
    began: null,
    description: `${random.pick(openings)} buying in ${town.city}. ${random.pick(aims)}`,
  }
}

const settingOfState: Readonly<Record<string, Setting>> = {
  ...Object.fromEntries('CO UT MT WY ID'.split(' ').map((state) => [state, 'mountains'])),
  ...Object.fromEntries('AZ NM NV'.split(' ').map((state) => [state, 'desert'])),
  ...Object.fromEntries('FL HI LA MS'.split(' ').map((state) => [state, 'tropics'])),
  ...Object.fromEntries('ME NH MA RI CT NJ DE SC'.split(' ').map((state) => [state, 'coast'])),
  ...Object.fromEntries('MI WI MN'.split(' ').map((state) => [state, 'lake'])),
  ...Object.fromEntries('KS NE IA OK TX ND SD IN OH IL MO AR'.split(' ').map((state) => [state, 'plains'])),
}

export type PlaceFacts = {
  readonly city: string
  readonly state_code: string
  readonly lat: number
  readonly lng: number
  readonly population: number
}

const cityFrom = 300_000

/** Guesses the setting of a town from its state and population. */
const townOf = (place: PlaceFacts, random: Random): Town => ({
  city: place.city,
  state: place.state_code,
  lat: place.lat,
  lng: place.lng,
  zip: String(random.whole(100, 999)),
  setting: place.population >= cityFrom ? 'skyline' : (settingOfState[place.state_code] ?? 'hills'),
})

/** Picks towns in proportion to their population. */
export function townPicker(places: readonly PlaceFacts[]): (random: Random) => Town {
  let sum = 0
  const sums = places.map((place) => {
    sum += place.population
    return sum
  })
  return (random) => {
    const wanted = random.next() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) <= wanted) low = middle + 1
      else high = middle
    }
    const place = places[low]
    if (!place) throw new Error('There are no places to put circles in')
    return townOf(place, random)
  }
}
