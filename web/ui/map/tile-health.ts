import { useSyncExternalStore } from 'react'

/** After this many failures without a success, the tile service counts as unreachable until the page is reloaded. */
const maxFailures = 4

let failures = 0
let hasLoaded = false
const listeners = new Set<() => void>()

export const areTilesUnreachable = (): boolean => !hasLoaded && failures >= maxFailures

function update(change: () => void): void {
  const before = areTilesUnreachable()
  change()
  if (before !== areTilesUnreachable()) for (const listener of listeners) listener()
}

/** Shared by all maps, so that only the first one has to wait for failures. */
export const recordTileResult = (didLoad: boolean): void =>
  update(() => {
    if (didLoad) hasLoaded = true
    else failures += 1
  })

export function onTileHealthChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The URL template of the tile service, or null once it counts as unreachable. */
export function useReachableTiles(url: string | null): string | null {
  const isUnreachable = useSyncExternalStore(onTileHealthChange, areTilesUnreachable)
  return isUnreachable ? null : url
}
