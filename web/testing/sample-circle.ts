import type { Circle } from '#contract/circles.ts'
import { noCriteria } from '#domain/criteria.ts'
import type { Stage } from '#domain/stages.ts'

/** A full circle of twelve arcs; tests override only the fields that matter to them. */
export const sampleCircle = (change: Partial<Circle> = {}): Circle & { stage: Stage } => ({
  _id: 'c1',
  title: 'Sycamore Court',
  description: 'Six homes around a court.',
  location: { city: 'Boulder', state: 'CO', lat: 40.01, lng: -105.27 },
  hideCircle: false,
  isDeleted: false,
  stage: 'deciding',
  createdBy: { _id: 'ida', firstName: 'Ida', lastName: 'Brandt' },
  assignedBrokers: [],
  exclusiveAssignedBroker: null,
  investmentCriteria: {
    totalTargetSize: 900_000,
    minimumShareSize: '1/12',
    ownerInvestmentAmount: 300_000,
    geographicRadius: 15,
    ...noCriteria,
    ownershipStructure: 'llc',
    currentInvestmentAmount: 900_000,
  },
  memberCount: 3,
  currentInvestmentAmount: 900_000,
  percentFunded: 100,
  sharesTotal: 12,
  sharesAvailable: 0,
  openArcPrices: [],
  holdings: [300_000, 450_000, 150_000],
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-02T10:00:00.000Z',
  ...change,
})
