import { useEffect, useRef } from 'react'

/** For a row of tabs that is wider than the screen: scrolls it sideways until the chosen tab is seen whole. */
export function useChosenTabInView(chosen: string, tabs: string) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice and tabs that appear later move the chosen one
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-selected="true"]')
    if (!row.current || !tab) return
    const [around, own] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (own.left < around.left) row.current.scrollLeft -= around.left - own.left
    else if (own.right > around.right) row.current.scrollLeft += own.right - around.right
  }, [chosen, tabs])
  return row
}
