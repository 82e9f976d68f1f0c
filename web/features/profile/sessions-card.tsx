import { useMutation, useQuery } from '@tanstack/react-query'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { deviceName } from '#web/shared/people/device-name.ts'
import { SessionList } from '#web/shared/people/session-list.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { sessionsQuery } from './profile.queries.ts'

/** The current session cannot be ended here. */
export function SessionsCard() {
  const cache = useCache()
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: (id: string) => api.delete(`auth/session/${id}`),
    onSuccess: () => toast.success('Session ended'),
    onError: toastFailure,
    onSettled: () => cache.invalidate(acts.sessionEnded),
  })
  return (
    <Card>
      <h2>My sessions</h2>
      {isError && <FailureState title="Your sessions could not be loaded. Please try again." onRetry={() => refetch()} />}
      {!sessions && !isError && (
        <Loading>
          <Bone height={56} radius={10} />
        </Loading>
      )}
      <SessionList
        sessions={sessions ?? []}
        action={(session) => (
          <ActionButton
            variant="outline"
            size="compact-md"
            aria-label={`End session, ${deviceName(session.userAgent)}`}
            loading={end.isPending && end.variables === session._id}
            onClick={() => end.mutate(session._id)}
          >
            End
          </ActionButton>
        )}
      />
    </Card>
  )
}
