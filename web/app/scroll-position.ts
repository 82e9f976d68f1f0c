import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { lastList, listAt, rememberList } from '#web/shared/lists/last-list.ts'

/** A page that is still loading is too short to scroll, so scrolling is retried on resize, for at most this long. */
const scrollTimeout = 5_000

function scrollWhenTall(y: number): () => void {
  const tryScroll = () => {
    window.scrollTo(0, y)
    return Math.abs(window.scrollY - y) < 2
  }
  if (tryScroll()) return () => {}
  const stopping = new AbortController()
  const observer = new ResizeObserver(() => tryScroll() && stop())
  const timer = setTimeout(() => stop(), scrollTimeout)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    stopping.abort()
  }
  for (const move of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    window.addEventListener(move, stop, { signal: stopping.signal, passive: true })
  }
  observer.observe(document.body)
  return stop
}

/** A new screen starts at the top; going back to a list restores its position. */
export function useScrollPosition(): void {
  const { pathname, search, hash, state } = useLocation()
  const isPop = useNavigationType() === NavigationType.Pop
  const here = pathname + search
  const shown = useRef(pathname)
  const isBack = isPop || (state as { isBack?: boolean } | null)?.isBack === true

  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hash) return
    const name = listAt(pathname)
    const last = name && lastList(name)
    if (isBack && last && last.address === here && last.y > 0) return scrollWhenTall(last.y)
    window.scrollTo(0, 0)
  }, [pathname, hash, here, isBack])

  const latest = useRef(0)
  useLayoutEffect(() => {
    const name = listAt(pathname)
    if (name === null) return
    const last = lastList(name)
    latest.current = isBack && last?.address === here ? last.y : window.scrollY
    const trackScroll = () => {
      latest.current = window.scrollY
    }
    const savePosition = () => rememberList(name, { address: here, y: latest.current })
    // At once: the next screen renders its Back link before this one's effects are cleaned up.
    savePosition()
    window.addEventListener('scroll', trackScroll, { passive: true })
    window.addEventListener('pagehide', savePosition)
    return () => {
      window.removeEventListener('scroll', trackScroll)
      window.removeEventListener('pagehide', savePosition)
      savePosition()
    }
  }, [pathname, here, isBack])
}
