import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { checkConnection, useIsOnline } from '#web/api/connection.ts'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

type OfflineFailureProps = {
  /** For a page that could not be loaded with a connection. */
  title?: string
  /** Of a page that is not kept for reading without a connection. */
  words?: string
  onRetry: () => void
}

/** In place of a page that could not be loaded. Tries again by itself when the connection is back. */
export function OfflineFailure({ title = 'Something went wrong...', words, onRetry }: OfflineFailureProps) {
  const online = useIsOnline()
  const retry = useEffectEvent(onRetry)
  const wasOffline = useRef(false)
  useEffect(() => {
    if (online && wasOffline.current) retry()
    wasOffline.current = !online
  }, [online])
  if (online) return <FailureState level="h1" title={title} onRetry={onRetry} />
  return (
    <FailureState level="h1" title="You are offline" onRetry={() => void checkConnection()} icon={<IconCloudOff {...iconProps(28)} />}>
      {words ?? 'This page has not been opened on this device before.'}
    </FailureState>
  )
}
