import { useState } from 'react'

/**
 * Renders a field's dropdown only after its first focus. Mantine keeps closed dropdowns in the DOM and measures each of them on every
 * layout, which is slow on pages with many fields.
 */
export function useLazyList(): { readonly keepMounted: boolean; readonly reach: () => void } {
  const [keepMounted, setKeepMounted] = useState(false)
  return { keepMounted, reach: () => setKeepMounted(true) }
}
