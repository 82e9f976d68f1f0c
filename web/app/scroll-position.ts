import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { isCirclesView, lastCircles, rememberCircles } from '#web/shared/circle/last-circles.ts'

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

/** A new screen starts at the top; going back to the list of circles restores its position. */
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
    const { address, y } = lastCircles()
    if (isBack && isCirclesView(pathname) && address === here && y > 0) return scrollWhenTall(y)
    window.scrollTo(0, 0)
  }, [pathname, hash, here, isBack])

  const latest = useRef(0)
  useLayoutEffect(() => {
    if (!isCirclesView(pathname)) return
    latest.current = isBack && lastCircles().address === here ? lastCircles().y : window.scrollY
    const trackScroll = () => {
      latest.current = window.scrollY
    }
    const savePosition = () => rememberCircles({ address: here, y: latest.current })
    window.addEventListener('scroll', trackScroll, { passive: true })
    window.addEventListener('pagehide', savePosition)
    return () => {
      window.removeEventListener('scroll', trackScroll)
      window.removeEventListener('pagehide', savePosition)
      savePosition()
    }
  }, [pathname, here, isBack])
}
