import type { Deciding } from '#contract/deciding.ts'
import type { Property } from '#contract/properties.ts'
import { ofEachFact } from '#domain/property-facts.ts'

export const sampleDeciding = (different: Partial<Deciding> = {}): Deciding => ({
  closesAt: null,
  movedAt: null,
  isClosed: false,
  rule: 'More than 66% of the arcs held, once at least 75% voted',
  countBy: 'arcs',
  standing: {
    state: 'open',
    outcome: 'open',
    of: 12,
    voted: 0,
    invest: 0,
    watchList: 0,
    veto: 0,
    needed: 9,
    late: 0,
    silent: 0,
    words: '0 of 12 arcs voted',
  },
  changedSinceVote: [],
  posts: 0,
  ...different,
})

export const sampleProperty = (different: Partial<Property> = {}): Property => ({
  _id: 'p1',
  isHidden: false,
  version: 1,
  circle: { _id: 'c1', title: 'Sycamore Court' },
  uploadedBy: { _id: 'u1', firstName: 'Olga', lastName: 'Owner' },
  address: '24 Ferry Court',
  city: 'Denver',
  state: 'CO',
  zipCode: '80240',
  url: 'https://listings.example/24',
  price: 647_000,
  listingStatus: 'available',
  ...ofEachFact(() => null),
  listingImg: { imageUri: null },
  pictures: [],
  preferences: [],
  tally: { invest: 0, watchList: 0, veto: 0, total: 0, topChoice: 'none' },
  deciding: sampleDeciding(),
  createdAt: '2026-11-01T06:00:00.000Z',
  updatedAt: '2026-11-01T06:00:00.000Z',
  ...different,
})
