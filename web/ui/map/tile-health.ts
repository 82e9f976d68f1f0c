import { useSyncExternalStore } from 'react'

/** After this many failures without a success, the tile service counts as unreachable until the page is reloaded. */
const patience = 4

let failures = 0
let hasLoaded = false
const listeners = new Set<() => void>()

export const areTilesOutOfReach = (): boolean => !hasLoaded && failures >= patience

function note(change: () => void): void {
  const before = areTilesOutOfReach()
  change()
  if (before !== areTilesOutOfReach()) for (const listener of listeners) listener()
}

/** Shared by all maps, so that only the first one has to wait for failures. */
export const noteTile = (didLoad: boolean): void =>
  note(() => {
    if (didLoad) hasLoaded = true
    else failures += 1
  })

export function onTileHealth(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The URL template of the tile service, or null while no working one is known. */
export function useTiles(url: string | null): string | null {
  const isAway = useSyncExternalStore(onTileHealth, areTilesOutOfReach)
  return isAway ? null : url
}
