import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { toastFailure } from '#web/ui/feedback/toast-failure.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { deviceName } from './device-name.ts'
import styles from './profile.module.css'
import { sessionsQuery } from './profile.queries.ts'

const isPhone = (userAgent: string) => /iPhone|Android|Mobile/.test(userAgent)

const currentFirst = <Session extends { isCurrent: boolean }>(sessions: readonly Session[]) =>
  [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent))

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
      <ul className={styles.sessions}>
        {currentFirst(sessions ?? []).map((session) => (
          <li key={session._id}>
            {isPhone(session.userAgent) ? <IconDeviceMobile {...iconProps(20)} /> : <IconDeviceDesktop {...iconProps(20)} />}
            <div>
              <b>{deviceName(session.userAgent)}</b>
              <p className="small sub">{session.address}</p>
              <p className="small muted">
                Last active <Moment at={session.lastSeenAt} />
              </p>
            </div>
            {session.isCurrent ? (
              <Badge kind="evergreen">This device</Badge>
            ) : (
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
          </li>
        ))}
      </ul>
    </Card>
  )
}
