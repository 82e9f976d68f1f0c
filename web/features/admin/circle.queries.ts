import { queryOptions } from '@tanstack/react-query'
import type { adminUserList } from '#contract/admin.ts'
import type { circleReply } from '#contract/circles.ts'
import type { membershipList } from '#contract/membership.ts'
import type { propertyList, propertyReply } from '#contract/properties.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName } from '#domain/person.ts'
import { showing } from '#web/api/cache-rules.ts'
import { ApiError, api } from '#web/api/client.ts'
import { circleFact, membersFact, propertiesFact, rulesFact } from '#web/api/facts.ts'
import type { Option } from '#web/ui/fields/field-props.ts'

const part = encodeURIComponent

export const adminCircleQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(circleFact(circleId), 'people'), 'admin-circle', circleId],
    queryFn: ({ signal }) => api.get<typeof circleReply>(`admin/circle/${part(circleId)}`, { signal }),
  })

export const adminMembersQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(membersFact(circleId), 'people'), 'admin-members', circleId],
    queryFn: ({ signal }) => api.get<typeof membershipList>(`admin/circle-membership/${part(circleId)}`, { signal }),
  })

export const adminPropertiesQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(propertiesFact(circleId), membersFact(circleId), rulesFact(circleId), 'people'), 'admin-properties', circleId],
    queryFn: ({ signal }) => api.get<typeof propertyList>(`admin/property?circle=${part(circleId)}`, { signal }),
  })

// Refetched when a form opens, but never while it is being filled in: the save is checked against the version that was read.
const forForm = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

export const circleFormQuery = (circleId: string) =>
  queryOptions({
    queryKey: [showing(), 'circle-form', circleId],
    queryFn: async ({ signal }) => {
      const [circle, members] = await Promise.all([
        api.get<typeof circleReply>(`admin/circle/${part(circleId)}`, { signal }),
        api.get<typeof membershipList>(`admin/circle-membership/${part(circleId)}`, { signal }),
      ])
      return { circle, members }
    },
    ...forForm,
  })

export const propertyFormQuery = (propertyId: string) =>
  queryOptions({
    queryKey: [showing(), 'property-form', propertyId],
    queryFn: ({ signal }) => api.get<typeof propertyReply>(`admin/property/${part(propertyId)}`, { signal }),
    ...forForm,
  })

const itemsOf = <Item>(list: Item[] | { items: Item[] }): Item[] => (Array.isArray(list) ? list : list.items)

/** All brokers, for assigning. A failed request is logged, and the list is empty. */
export const brokerOptionsQuery = queryOptions({
  queryKey: [showing('user-lists', 'people'), 'broker-options'],
  queryFn: async ({ signal }): Promise<Option[]> => {
    try {
      const brokers = itemsOf(await api.get<typeof adminUserList>('admin/broker?sort=firstName', { signal }))
      return brokers.map((broker) => ({ value: broker._id, text: fullName(broker) }))
    } catch (error) {
      if (error instanceof ApiError && error.status !== 401) console.error(error)
      return []
    }
  },
})

/** Possible owners whose name or address contains the text. */
export async function searchOwners(text: string, signal: AbortSignal): Promise<Option[]> {
  const query = new URLSearchParams({ search: text, sort: 'firstName', page: '1', pageSize: '20' })
  const people = itemsOf(await api.get<typeof adminUserList>(`admin/user?${query}`, { signal }))
  return people
    .filter((person) => !person.isBroker)
    .map((person) => ({ value: person._id, text: `${isolate(fullName(person))} (${person.email})` }))
}
