import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { sessionList, User } from '#contract/accounts.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName } from '#domain/person.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { deviceName } from '#web/shared/people/device-name.ts'
import { SessionList } from '#web/shared/people/session-list.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'

const addressOf = (userId: string) => `admin/user-session/${encodeURIComponent(userId)}`

export const userSessionsQuery = (userId: string) =>
  queryOptions({
    queryKey: [showing('user-sessions'), 'user-sessions', userId],
    queryFn: ({ signal }) => api.get<typeof sessionList>(addressOf(userId), { signal }),
  })

/** Where this person is signed in. Ending a session signs that device out at once. */
export function UserSessionsTab({ user }: { user: User }) {
  const cache = useCache()
  const [isAsking, ask] = useState(false)
  const { data: sessions, error, refetch } = useQuery(userSessionsQuery(user._id))
  const end = useMutation({
    mutationFn: (sessionId: string | null) => api.delete(`${addressOf(user._id)}${sessionId ? `/${sessionId}` : ''}`, { quiet: true }),
    onSuccess: (_, sessionId) => void toast.success(sessionId ? 'Session ended' : 'All sessions ended'),
    onError: toastFailure,
    onSettled: async () => {
      await cache.invalidate(acts.sessionsEndedByAdmin)
      ask(false)
    },
  })
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <Card aria-label="Sessions">
      <CardHeader
        title="Sessions"
        aside={
          others > 0 && (
            <ActionButton variant="outline" onClick={() => ask(true)}>
              End all
            </ActionButton>
          )
        }
      />
      {!sessions && error && <FailureState title="The sessions could not be loaded" onRetry={() => void refetch()} />}
      {!sessions && !error && (
        <Loading>
          <Bone height={56} radius={10} />
        </Loading>
      )}
      {sessions?.length === 0 && (
        <p className="sub">
          <bdi>{user.firstName}</bdi> is signed in nowhere.
        </p>
      )}
      {sessions && sessions.length > 0 && (
        <SessionList
          sessions={sessions}
          action={({ _id, userAgent }) => (
            <ActionButton
              variant="subtle"
              size="compact-md"
              aria-label={`End session, ${deviceName(userAgent)}`}
              loading={end.isPending && end.variables === _id}
              onClick={() => end.mutate(_id)}
            >
              End
            </ActionButton>
          )}
        />
      )}
      <ConfirmDialog
        opened={isAsking}
        title={`End all sessions of ${isolate(fullName(user))}?`}
        consequence={`${isolate(user.firstName)} is signed out on ${others === 1 ? '1 device' : `${others} devices`} and can sign in again.`}
        warning={null}
        confirmLabel="End all"
        pending={end.isPending}
        onCancel={() => ask(false)}
        onConfirm={() => end.mutate(null)}
      />
    </Card>
  )
}
