import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** Quick presses of a key, or a thumb that is moved again at once, are one change. */
const rest = 250

/**
 * A slider's value between the hand and the address: it follows the hand at once, and is told on when the hand rests.
 * Until the address says the same, the hand is right.
 */
export function useSettling<Value>(value: Value, isSame: (a: Value, b: Value) => boolean, onSettle: (value: Value) => void) {
  const [pending, setPending] = useState<{ readonly value: Value } | null>(null)
  if (pending && isSame(pending.value, value)) setPending(null)
  const settle = useDebouncedCallback((settled: Value) => {
    if (!isSame(settled, value)) onSettle(settled)
  }, rest)
  return { value: pending?.value ?? value, onChange: (moved: Value) => setPending({ value: moved }), onChangeEnd: settle }
}
