import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

type StepState = { readonly step?: number; readonly from?: number } | null

/**
 * The current step of a form with several, kept in the browser's history: Back and Forward of the browser go one step,
 * and a reload stays where it was. `first` is the step of an entry that says none; `most` is the last one that the answers
 * found at the opening allow, since an entry may name a step whose answers are gone.
 */
export function useStepHistory(first: number, most = Number.POSITIVE_INFINITY): readonly [step: number, goTo: (step: number) => void] {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [limit, setLimit] = useState(most)
  // As it was at the opening: what is kept of a draft moves on with every step, and the first entry must not move along.
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
    // The way back over the step one came from: the entry is there already, and must not be there twice.
    if (next === from && next < step) void navigate(-1)
    else if (next !== step) void navigate({ pathname, search }, { state: { step: next, from: step }, preventScrollReset: true })
  }
  return [step, goTo]
}
