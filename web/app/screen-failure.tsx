import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { ApiError } from '#web/api/client.ts'
import { isOnline } from '#web/api/connection.ts'
import { invitationRefusal } from '#web/api/inviter.ts'
import { CircleNotFound } from '#web/shared/circle/circle-not-found.tsx'
import { InvitationRefused } from '#web/shared/circle/invitation-refused.tsx'
import { OfflineFailure } from '#web/shared/waiting/offline-failure.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { SpinnerPage } from '#web/ui/feedback/skeletons.tsx'
import type { Crash } from './crash-report.ts'
import styles from './crash-screen.module.css'
import { CrashScreen } from './crash-screen.tsx'
import { useScreenHandle } from './gates/gate.tsx'
import { isChunkError, reloadForNewVersion, reloadIfReachable } from './missing-chunks.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Shown in place of a failed screen: refusals and network failures as such, any other error as a crash. */
export function ScreenFailure() {
  const error = useRouteError()
  const componentName = useScreenHandle()?.title ?? 'Unknown screen'
  const crash = useMemo(() => ({ error, componentName }), [error, componentName])
  if (isChunkError(error)) return <ChunkFailure crash={crash} />
  if (!(error instanceof ApiError)) return <CrashScreen crash={crash} />
  if (error.status !== 404) return <LoadFailure error={error} />
  if (invitationRefusal(error)) return <InvitationRefused sentence={error.message} />
  return error.code === 'circle_not_found' ? <CircleNotFound /> : <NotFoundScreen />
}

function LoadFailure({ error }: { error: ApiError }) {
  const { reset } = useQueryErrorResetBoundary()
  const { revalidate } = useRevalidator()
  const retry = () => {
    reset()
    void revalidate()
  }
  if (error.status === 0) return <OfflineFailure onRetry={retry} />
  return <FailureState level="h1" title={error.message} onRetry={retry} />
}

/** A failed import is not repeated before the page is reloaded. */
function ChunkFailure({ crash }: { crash: Crash }) {
  const [cause, setCause] = useState(isOnline() ? 'reloading' : 'offline')
  useEffect(() => {
    void reloadForNewVersion().then(setCause)
  }, [])
  if (cause === 'reloading') return <SpinnerPage />
  if (cause === 'broken') return <CrashScreen crash={crash} />
  return <OfflineFailure onRetry={() => void reloadIfReachable()} />
}

/** For errors of a layout, so there is no layout around it. */
export function LayoutFailure() {
  return (
    <main className={styles.crashAlone}>
      <ScreenFailure />
    </main>
  )
}
