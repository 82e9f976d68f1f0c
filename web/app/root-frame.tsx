import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useIsOnline } from '#web/api/connection.ts'
import { useLive } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { focusPageHeading, HeadingNote } from '#web/ui/layout/page-heading.tsx'
import { AsOf } from './as-of.tsx'
import { Gate } from './gates/gate.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useScrollPosition } from './scroll-position.ts'

const headingTimeout = 10_000

/** Focuses the page's heading once it is rendered, unless the person has moved the focus by then. */
function focusHeadingWhenRendered(): () => void {
  const before = document.activeElement
  const isIdle = () => [before, document.body, null].includes(document.activeElement)
  const tryOnce = () => {
    focusPageHeading()
    return document.activeElement?.tagName === 'H1'
  }
  if (tryOnce()) return () => {}
  const observer = new MutationObserver(() => {
    if (!isIdle() || tryOnce()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => observer.disconnect(), headingTimeout)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

type OutboxModule = typeof import('./outbox-parts.tsx')

/** Of a separate chunk, because visitors have nothing to send. If it fails to load, the page is reloaded (missing-chunks.ts). */
const ofOutbox = <Props extends object>(part: (loaded: OutboxModule) => ComponentType<Props>) =>
  lazy(() =>
    import('./outbox-parts.tsx').then(
      (loaded) => ({ default: part(loaded) }),
      () => ({ default: (() => null) as ComponentType<Props> }),
    ),
  )
const OutboxParts = ofOutbox((loaded) => loaded.OutboxParts)
const WaitingCount = ofOutbox((loaded) => loaded.WaitingCount)

export function RootFrame() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const userId = useUser()?._id
  const isOffline = !useIsOnline()
  useLive(userId)

  useScrollPosition()

  useEffect(() => {
    // On the first page the browser sets the focus; only later navigations set it here.
    if (shown.current === pathname) return
    shown.current = pathname
    return focusHeadingWhenRendered()
  }, [pathname])

  return (
    <>
      <OfflineBar>
        {userId && (
          <Suspense fallback={null}>
            <WaitingCount />
          </Suspense>
        )}
      </OfflineBar>
      {userId && (
        <Suspense fallback={null}>
          <OutboxParts key={userId} />
        </Suspense>
      )}
      <HeadingNote value={isOffline ? <AsOf /> : null}>
        <Gate>
          <Outlet />
        </Gate>
      </HeadingNote>
    </>
  )
}
