import { Suspense } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { useIsLoading } from '#web/api/loading.ts'
import { GlobalLoadingLine } from '#web/ui/feedback/global-loading-line.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import styles from './frame.module.css'

/** First in the tab order of every layout with navigation before its content. */
export function SkipLink() {
  return (
    <a className={styles.skipLink} href="#content" data-no-print>
      Skip to content
    </a>
  )
}

/** On while a request or a navigation is pending. */
export function LoadingLine() {
  const isLoading = useIsLoading()
  const { state } = useNavigation()
  return <GlobalLoadingLine active={isLoading || state !== 'idle'} />
}

export function ScreenOutlet() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  )
}
