import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useLive } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { focusPageHeading } from '#web/ui/layout/page-heading.tsx'
import { Gate } from './gates/gate.tsx'
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

export function RootFrame() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useLive(useUser()?._id)

  useScrollPosition()

  useEffect(() => {
    // On the first page the browser sets the focus; only later navigations set it here.
    if (shown.current === pathname) return
    shown.current = pathname
    return focusHeadingWhenRendered()
  }, [pathname])

  return (
    <Gate>
      <Outlet />
    </Gate>
  )
}
