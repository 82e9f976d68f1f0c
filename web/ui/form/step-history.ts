import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** `depth` is how many entries lie between this one and the one by which the form was opened. */
type StepState = { readonly step?: number; readonly from?: number; readonly depth?: number } | null

type StepHistory = readonly [
  step: number,
  goTo: (step: number) => void,
  /** Opens another page in the place of all steps, so that Back does not return to them. The step is shown until then. */
  leave: (to: string) => void,
]

/**
 * The current step of a multi-step form, stored in the browser's history: Back and Forward move one step, and a reload keeps the step.
 * `first` is the step of an entry without one. `most` is the last step that the saved answers allow, because an entry may name a step whose
 * answers are gone.
 */
export function useStepHistory(first: number, most = Number.POSITIVE_INFINITY): StepHistory {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [limit, setLimit] = useState(most)
  // The value at opening: the saved draft changes with every step, but the first entry must not.
  const [opened] = useState(first)
  const [leaving, setLeaving] = useState<{ readonly step: number; readonly to: string } | null>(null)
  const { step: named = opened, from, depth = 0 } = (state as StepState) ?? {}
  const step = leaving?.step ?? Math.min(named, limit)
  const shown = useRef(step)

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo({ top: 0 })
  }, [step])

  // Going back is not immediate in browsers. Only the first entry is replaced; the others lie after it then.
  useEffect(() => {
    if (leaving && depth === 0) void navigate(leaving.to, { replace: true })
  }, [leaving, depth, navigate])

  const leave = (to: string) => {
    setLeaving({ step, to })
    if (depth > 0) void navigate(-depth)
  }
  const goTo = (next: number) => {
    setLimit(Number.POSITIVE_INFINITY)
    // The previous entry already is this step, so go back instead of adding it twice.
    if (next === from && next < step) void navigate(-1)
    else if (next !== step)
      void navigate({ pathname, search }, { state: { step: next, from: step, depth: depth + 1 }, preventScrollReset: true })
  }
  return [step, goTo, leave]
}
