/** Every closed list a person chooses from: the value that is stored and the text that is shown. */
export type Choice<Value extends string = string> = { readonly value: Value; readonly text: string }

/** The values alone, as a tuple, for schemas and database checks. */
type ValuesOf<List extends readonly Choice[]> = { readonly [Index in keyof List]: List[Index]['value'] }
const valuesOf = <const List extends readonly Choice[]>(list: List) => list.map((choice) => choice.value) as unknown as ValuesOf<List>

/** An unknown value (older data) is shown unchanged instead of hidden. */
export const labelOf = (list: readonly Choice[], value: string): string => list.find((choice) => choice.value === value)?.text ?? value

export const labelsOf = (list: readonly Choice[], values: readonly string[]): string[] => values.map((value) => labelOf(list, value))

export const minimumShareSizes = [
  { value: '1/2', text: '1/2' },
  { value: '1/3', text: '1/3' },
  { value: '1/4', text: '1/4' },
  { value: '1/5', text: '1/5' },
  { value: '1/6', text: '1/6' },
  { value: '1/8', text: '1/8' },
  { value: '1/10', text: '1/10' },
  { value: '1/12', text: '1/12' },
] as const
export const minimumShareSizeValues = valuesOf(minimumShareSizes)
export type MinimumShareSize = (typeof minimumShareSizeValues)[number]

/** The canonical set: wizard, profile and admin form all offer these seven. */
export const propertyTypes = [
  { value: 'single_family', text: 'Single Family Home' },
  { value: 'multi_family', text: 'Multi-Family' },
  { value: 'condo', text: 'Condominium' },
  { value: 'townhouse', text: 'Townhouse' },
  { value: 'commercial', text: 'Commercial Space' },
  { value: 'land', text: 'Land' },
  { value: 'industrial', text: 'Industrial' },
] as const
export const propertyTypeValues = valuesOf(propertyTypes)
export type PropertyType = (typeof propertyTypeValues)[number]

export const propertyConditions = [
  { value: 'new', text: 'New' },
  { value: 'good', text: 'Good' },
  { value: 'minor_renovation', text: 'Minor Renovation' },
  { value: 'major_renovation', text: 'Major Renovation' },
] as const
export const propertyConditionValues = valuesOf(propertyConditions)

export const investmentPurposes = [
  { value: 'vacation_home', text: 'Vacation Home' },
  { value: 'short_term_rental', text: 'Short-Term Rental' },
  { value: 'long_term_rental', text: 'Long-Term Rental' },
  { value: 'commercial', text: 'Commercial' },
  { value: 'primary_residence', text: 'Primary Residence' },
  { value: 'other', text: 'Other' },
] as const
export const investmentPurposeValues = valuesOf(investmentPurposes)
export type InvestmentPurpose = (typeof investmentPurposeValues)[number]

type FilterMeaning = { readonly propertyTypes: readonly PropertyType[]; readonly investmentPurposes: readonly InvestmentPurpose[] }

function filterType<const Value extends string>(
  value: Value,
  types: readonly PropertyType[],
  purposes: readonly InvestmentPurpose[] = [],
): Choice<Value> & { readonly means: FilterMeaning } {
  const text = [...labelsOf(propertyTypes, types), ...labelsOf(investmentPurposes, purposes)].join(' / ')
  return { value, text, means: { propertyTypes: types, investmentPurposes: purposes } }
}

/** The filter panel's own options, in the words of the lists above. One covers two types, and one is a purpose instead of a type. */
export const filterPropertyTypes = [
  filterType('single_family', ['single_family']),
  filterType('multi_family', ['multi_family']),
  filterType('condo_townhouse', ['condo', 'townhouse']),
  filterType('commercial', ['commercial']),
  filterType('vacation', [], ['vacation_home']),
  filterType('land', ['land']),
  filterType('industrial', ['industrial']),
] as const satisfies readonly (Choice & { readonly means: FilterMeaning })[]
export const filterPropertyTypeValues = valuesOf(filterPropertyTypes)
export type FilterPropertyType = (typeof filterPropertyTypeValues)[number]

/** What a selection in the panel means: a circle matches if it has any of these types or purposes. */
export function meaningOfFilter(selected: readonly FilterPropertyType[]): FilterMeaning {
  const chosen: readonly FilterMeaning[] = filterPropertyTypes.filter((type) => selected.includes(type.value)).map((type) => type.means)
  return {
    propertyTypes: chosen.flatMap((means) => means.propertyTypes),
    investmentPurposes: chosen.flatMap((means) => means.investmentPurposes),
  }
}

export const ownershipStructures = [
  { value: 'tenancy_in_common', text: 'Tenancy in Common' },
  { value: 'joint_tenancy', text: 'Joint Tenancy' },
  { value: 'llc', text: 'LLC' },
  { value: 'partnership', text: 'Partnership' },
  { value: 'trust', text: 'Trust' },
  { value: 'other', text: 'Other' },
] as const
export const ownershipStructureValues = valuesOf(ownershipStructures)

export const listingStatuses = [
  { value: 'available', text: 'Available' },
  { value: 'under_offer', text: 'Under Offer' },
  { value: 'under_contract', text: 'Under Contract' },
  { value: 'sold', text: 'Sold' },
  { value: 'withdrawn', text: 'Withdrawn' },
] as const
export const listingStatusValues = valuesOf(listingStatuses)
export type ListingStatus = (typeof listingStatusValues)[number]

export const preferences = [
  { value: 'invest', text: 'Ready to Invest' },
  { value: 'watchList', text: 'Watch List' },
  { value: 'veto', text: 'Veto' },
] as const
export const preferenceValues = valuesOf(preferences)
export type Preference = (typeof preferenceValues)[number]

export const sortOptions = [
  { value: 'createdAt', text: 'Newest First' },
  { value: 'title', text: 'Alphabetical' },
  { value: 'totalTargetSize', text: 'Investment Target' },
  { value: 'geographicRadius', text: 'Geographic Range' },
  { value: 'arcPrice', text: 'Arc Price (Low to High)' },
  { value: 'distance', text: 'Distance' },
] as const
/** Offered in addition to people with preferences. */
export const bestFit = { value: 'fit', text: 'Best Fit' } as const
export const sortValues = [...valuesOf(sortOptions), bestFit.value] as const
export type CircleSort = (typeof sortValues)[number]

export const userStatuses = [
  { value: 'active', text: 'Active' },
  { value: 'suspended', text: 'Suspended' },
  { value: 'invited', text: 'Invited' },
] as const
export const userStatusValues = valuesOf(userStatuses)
