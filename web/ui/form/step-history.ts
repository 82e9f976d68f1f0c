import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

type StepState = { readonly step?: number; readonly from?: number } | null

/**
 * The current step of a multi-step form, stored in the browser's history: Back and Forward move one step, and a reload keeps the step.
 * `first` is the step of an entry without one. `most` is the last step that the saved answers allow, because an entry may name a step whose
 * answers are gone.
 */
export function useStepHistory(first: number, most = Number.POSITIVE_INFINITY): readonly [step: number, goTo: (step: number) => void] {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [limit, setLimit] = useState(most)
  // The value at opening: the saved draft changes with every step, but the first entry must not.
  const [opened] = useState(first)
  const { step: named = opened, from } = (state as StepState) ?? {}
  const step = Math.min(named, limit)
  const shown = useRef(step)

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo({ top: 0 })
  }, [step])

  const goTo = (next: number) => {
    setLimit(Number.POSITIVE_INFINITY)
    // The previous entry already is this step, so go back instead of adding it twice.
    if (next === from && next < step) void navigate(-1)
    else if (next !== step) void navigate({ pathname, search }, { state: { step: next, from: step }, preventScrollReset: true })
  }
  return [step, goTo]
}
