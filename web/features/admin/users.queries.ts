import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { User } from '#contract/accounts.ts'
import type { AdminUser, adminSaveUserRequest, adminUserReply } from '#contract/admin.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import type { ListSource } from './list.queries.ts'

export type UserChange = z.infer<typeof adminSaveUserRequest>

export type SaveUser = (change: UserChange) => Promise<AdminUser>

export const userList: ListSource = { endpoint: 'admin/user', facts: ['user-lists', 'people'] }
export const brokerList: ListSource = { endpoint: 'admin/broker', facts: ['user-lists', 'people'] }

/** Refetched when the form opens, but never while it is being filled in: the save is checked against the version that was read. */
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing(), 'user-form', userId],
    queryFn: ({ signal }) => api.get<typeof adminUserReply>(`admin/user/${encodeURIComponent(userId)}`, { signal }),
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
    const saved = await api.post<typeof adminUserReply>(`admin/user/${user._id}`, { ...change, updatedAt: user.updatedAt })
    queryClient.setQueryData(userQuery(user._id).queryKey, saved)
    void cache.invalidate(acts.personSaved)
    return saved
  }
}

/** The server answers without data. */
export function useDeleteUser({ endpoint }: Pick<ListSource, 'endpoint'>) {
  const cache = useCache()
  return useMutation({
    mutationFn: (userId: string) => api.delete(`${endpoint}/${encodeURIComponent(userId)}`),
    onSuccess: () => cache.invalidate(acts.personDeleted),
  })
}
