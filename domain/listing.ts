import type { ListingStatus } from './choices.ts'

const moves: Readonly<Record<ListingStatus, readonly ListingStatus[]>> = {
  available: ['under_offer', 'withdrawn'],
  under_offer: ['available', 'under_contract', 'withdrawn'],
  under_contract: ['sold', 'withdrawn'],
  sold: [],
  withdrawn: ['available'],
}

/** The allowed next statuses. A sale is final. */
export const listingMoves = (from: ListingStatus): readonly ListingStatus[] => moves[from]

/** The same status is always allowed, so that saving an unchanged form works. */
export const mayMove = (from: ListingStatus, to: ListingStatus): boolean => from === to || moves[from].includes(to)

/** The dashboard counts listings that can still be bought. */
export const isActiveListing = (status: ListingStatus): boolean => status !== 'sold' && status !== 'withdrawn'

/** The longest link that may be sent; completing it adds a scheme. */
export const longestLink = 2_000
const addedScheme = 'https://'

/** Completes a link copied from text: `homes.example/12` becomes `https://homes.example/12`. */
export function completeLink(text: string): string {
  const link = text.trim()
  const namesScheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(link)
  return link === '' || namesScheme ? link : `${addedScheme}${link.replace(/^\/\//, '')}`
}

export const notAListingLink = 'Please give the address of a web page, such as https://homes.example/12'

const hostPart = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]*[\\p{L}\\p{M}\\p{N}])?'
const listingLink = new RegExp(`^https?://(?:${hostPart}\\.)+${hostPart}(?::\\d{1,5})?(?:[/?#][^\\s\\\\\\p{Cc}]*)?$`, 'iu')

/**
 * A listing link opens in other people's browsers, so only ordinary web links are allowed: no script, no data, no user name before an @
 * that imitates another site. The host has a dot: a single word is no page that others can open.
 */
export const isListingLink = (url: string): boolean => url.length <= longestLink + addedScheme.length && listingLink.test(url)

type Located = { readonly isHidden: boolean; readonly city: string; readonly state: string; readonly zipCode: string }

/** "Denver, CO 80205"; empty for a property that an administrator has hidden. */
export const placeLine = ({ isHidden, city, state, zipCode }: Located): string => (isHidden ? '' : `${city}, ${state} ${zipCode}`)

/** "$845,000"; empty for a hidden property. */
export const priceLine = (
  { isHidden, price }: { readonly isHidden: boolean; readonly price: number },
  format: (price: number) => string,
): string => (isHidden ? '' : format(price))

/** Place and price in one line. */
export const placeAndPrice = (property: Located & { readonly price: number }, format: (price: number) => string): string =>
  property.isHidden ? '' : `${placeLine(property)} · ${format(property.price)}`
