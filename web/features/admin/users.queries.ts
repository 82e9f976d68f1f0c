import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import { type adminSaveUserRequest, adminUserList, adminUserReply } from '#contract/admin.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { loadResource, submitResource } from '#web/api/resource.ts'
import type { ListSource } from './list.queries.ts'

export type UserChange = z.infer<typeof adminSaveUserRequest>

export type SaveUser = (change: UserChange) => Promise<User>

export const userList: ListSource<User> = { endpoint: 'admin/user', facts: ['user-lists', 'people'], schema: adminUserList }
export const brokerList: ListSource<User> = { endpoint: 'admin/broker', facts: ['user-lists', 'people'], schema: adminUserList }

/** Refetched when the form opens, but never while it is being filled in: the save is checked against the version that was read. */
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing(), 'user-form', userId],
    queryFn: ({ signal }) => loadResource({ endpoint: 'admin/user', id: userId, schema: adminUserReply }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Sends the version that was read, so that the server can detect conflicts. */
export function useSaveUser(user: User): SaveUser {
  const queryClient = useQueryClient()
  const cache = useCache()
  return async (change) => {
    const place = { endpoint: 'admin/user', id: user._id, schema: adminUserReply }
    const saved = await submitResource(place, change, { updatedAt: user.updatedAt })
    queryClient.setQueryData(userQuery(user._id).queryKey, saved)
    void cache.invalidate(acts.personSaved)
    return saved
  }
}

/** The server answers without data. */
export function useDeleteUser({ endpoint }: Pick<ListSource<User>, 'endpoint'>) {
  const cache = useCache()
  return useMutation({
    mutationFn: (userId: string) => api.delete(`${endpoint}/${encodeURIComponent(userId)}`),
    onSuccess: () => cache.invalidate(acts.personDeleted),
  })
}
