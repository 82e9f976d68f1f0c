import { useSyncExternalStore } from 'react'

/** So many failures without one success, and the tile service counts as out of reach for as long as the page is open. */
const patience = 4

let failures = 0
let hasLoaded = false
const listeners = new Set<() => void>()

/** Known once enough has failed. */
export const areTilesOutOfReach = (): boolean => !hasLoaded && failures >= patience

function note(change: () => void): void {
  const before = areTilesOutOfReach()
  change()
  if (before !== areTilesOutOfReach()) for (const listener of listeners) listener()
}

/** Every map tells how its tiles fare; what one has learned spares the others the wait. */
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

/** The address template to fetch tiles from, or null while there is none that works. */
export function useTiles(url: string | null): string | null {
  const isAway = useSyncExternalStore(onTileHealth, areTilesOutOfReach)
  return isAway ? null : url
}
