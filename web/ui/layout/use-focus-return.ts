import { useEffect } from 'react'
import { focusPageHeading } from './page-heading.tsx'

/**
 * Returns the focus when a dialog is unmounted while open; Mantine returns it only when `opened` becomes false. If the element that had it
 * was removed meanwhile, the page's heading gets the focus.
 */
export function useFocusReturn(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const opener = document.activeElement
    return () => {
      if (document.activeElement !== document.body) return
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus({ preventScroll: true })
      else focusPageHeading()
    }
  }, [opened])
}
