import { useEffect, useState } from 'react'
import type { ShownDetails } from '#contract/where-to-pay.ts'
import { shownSeconds } from '#domain/where-to-pay.ts'

type Shown = { readonly details: ShownDetails; readonly closesAt: number }

/** Shown details, only here and only for a minute: they go with the component. By this device's own clock, which may be wrong by hours. */
export function useShownDetails() {
  const [shown, setShown] = useState<Shown | null>(null)
  const [secondsLeft, setSecondsLeft] = useState(0)
  useEffect(() => {
    if (!shown) return
    const tick = () => {
      const left = Math.ceil((shown.closesAt - Date.now()) / 1_000)
      if (left <= 0) setShown(null)
      else setSecondsLeft(left)
    }
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [shown])
  return {
    details: shown?.details ?? null,
    secondsLeft,
    open: (details: ShownDetails) => setShown({ details, closesAt: Date.now() + shownSeconds * 1_000 }),
    close: () => setShown(null),
  }
}
