import { useState } from 'react'

/**
 * For fields that open a list. Mantine keeps a closed list in the page, and in its place: for each of them the page is measured whenever
 * it draws. So the list comes when its field is first reached for, which is before it can open.
 */
export function useLazyList(): { readonly keepMounted: boolean; readonly reach: () => void } {
  const [keepMounted, setKeepMounted] = useState(false)
  return { keepMounted, reach: () => setKeepMounted(true) }
}
