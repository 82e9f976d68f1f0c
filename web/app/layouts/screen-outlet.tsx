import { Suspense } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { useIsLoading } from '#web/api/loading.ts'
import { GlobalLoadingLine } from '#web/ui/feedback/global-loading-line.tsx'
import { PageSkeleton } from '#web/ui/feedback/skeletons.tsx'
import styles from './frame.module.css'

/** First in the tab order of every layout that has navigation before its content. */
export function SkipLink() {
  return (
    <a className={styles.skipLink} href="#content" data-no-print>
      Skip to content
    </a>
  )
}

/** The line under the top bar: on while a request or a new screen is on its way. */
export function LoadingLine() {
  const isLoading = useIsLoading()
  const { state } = useNavigation()
  return <GlobalLoadingLine active={isLoading || state !== 'idle'} />
}

/** Where a layout shows its screen. */
export function ScreenOutlet() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Outlet />
    </Suspense>
  )
}
