import { paths } from '#contract/paths.ts'
import { verificationLabels, verificationValues } from '#domain/person.ts'
import { queueLabels, queueStates } from '#domain/verification.ts'
import { lastList } from './last-list.ts'

/** The administrator's list of people with its filters and page, or null: without any, the specified way leads to the overview. */
export function backToFilteredPeople(): { readonly to: string; readonly state: object } | null {
  const address = lastList('people')?.address
  return address?.includes('?') ? { to: address, state: { isBack: true } } : null
}

const words: Readonly<Record<string, string>> = { [paths.admin]: 'Overview', [paths.adminUsers]: 'Users', [paths.adminBrokers]: 'Brokers' }

/** What the list was filtered by, for the link back to it: Users: “sorensen”, Verified. Null without a filter. */
export function filteredPeopleLabel(): string | null {
  const [path = '', query = ''] = (lastList('people')?.address ?? '').split('?')
  const parameters = new URLSearchParams(query)
  const search = parameters.get('search')
  const verification = verificationValues.find((value) => value === parameters.get('verification'))
  const state = queueStates.find((value) => value === parameters.get('awaiting'))
  const filters = [search && `“${search}”`, verification && verificationLabels[verification], state && queueLabels[state]].filter(Boolean)
  return filters.length === 0 ? null : `${words[path]}: ${filters.join(', ')}`
}
