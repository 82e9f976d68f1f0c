import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useLive } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { focusPageHeading } from '#web/ui/layout/page-heading.tsx'
import { Gate } from './gates/gate.tsx'
import { useScrollPosition } from './scroll-position.ts'

const headingPatience = 10_000

/** Focuses the page's title as soon as it stands, unless the person has moved on to something else by then. */
function focusHeadingWhenThere(): () => void {
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
  const timer = setTimeout(() => observer.disconnect(), headingPatience)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

/** Around every screen: the gates, and what a change of route means for scroll and focus. */
export function RootFrame() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useLive(useUser()?._id)

  useScrollPosition()

  useEffect(() => {
    // The first page is the browser's to focus; only a change of route is ours.
    if (shown.current === pathname) return
    shown.current = pathname
    return focusHeadingWhenThere()
  }, [pathname])

  return (
    <Gate>
      <Outlet />
    </Gate>
  )
}
