/** A valid circle form: $900,000 in twelve arcs, three of them the owner's. */
export const circleForm = (criteria: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) => ({
  title: 'Larkspur Terrace',
  description: 'A small group buying one well-built terrace in north Denver.',
  location: { city: 'Denver', state: 'CO', lat: 39.7392, lng: -104.9903 },
  investmentCriteria: {
    totalTargetSize: 900_000,
    minimumShareSize: '1/12',
    ownerInvestmentAmount: 225_000,
    geographicRadius: 10,
    ownershipStructure: 'llc',
    propertyTypes: ['multi_family'],
    propertyCondition: [],
    investmentPurpose: ['long_term_rental'],
    bedrooms: { min: 1, max: 'any' },
    bathrooms: null,
    propertyInvestmentRange: { min: 400_000, max: 900_000 },
    ...criteria,
  },
  ...rest,
})
