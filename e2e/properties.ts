import type { APIRequestContext } from '@playwright/test'
import type { Circle } from '#contract/circles.ts'
import type { Property } from '#contract/properties.ts'
import type { Preference } from '#domain/choices.ts'
import { callAs } from './circles.ts'
import type { Page } from './journey.ts'
import type { Someone } from './people.ts'

export const addProperty = (
  request: APIRequestContext,
  by: Someone,
  circle: Circle,
  address: string,
  rest: Record<string, unknown> = {},
): Promise<Property> =>
  callAs<Property>(request, by.token, 'post', 'app/property/new', {
    circle: circle._id,
    uploadedBy: by.user._id,
    address,
    city: 'Denver',
    state: 'CO',
    zipCode: '80205',
    url: 'https://listings.example/70',
    price: 845_000,
    listingStatus: 'available',
    ...rest,
  })

export const castVote = (request: APIRequestContext, voter: Someone, property: Property, preference: Preference): Promise<unknown> =>
  callAs(request, voter.token, 'put', `app/property-preference/${property._id}`, { user: voter.user._id, preference })

/** The price is in whole dollars. */
export async function fillPropertyForm(page: Page, address: string, price = '845000'): Promise<void> {
  for (const [label, text] of [
    ['Address', address],
    ['City', 'Denver'],
    ['State / County', 'CO'],
    ['Postal code', '80205'],
    ['Listing link', 'https://listings.example/70'],
    ['Price', price],
  ] as const)
    await page.getByLabel(label).fill(text)
}
