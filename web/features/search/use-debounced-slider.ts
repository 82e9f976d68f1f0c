import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** Changes within this time count as one, for example repeated key presses. */
const debounceMilliseconds = 250

/** A slider shows each move at once; `report` is called after the debounce. Until `value` has caught up, the moved value is shown. */
export function useDebouncedSlider<Value>(value: Value, isSame: (a: Value, b: Value) => boolean, report: (value: Value) => void) {
  const [pending, setPending] = useState<{ readonly value: Value } | null>(null)
  if (pending && isSame(pending.value, value)) setPending(null)
  const reportDebounced = useDebouncedCallback((moved: Value) => {
    if (!isSame(moved, value)) report(moved)
  }, debounceMilliseconds)
  return { value: pending?.value ?? value, onChange: (moved: Value) => setPending({ value: moved }), onChangeEnd: reportDebounced }
}
