/** Key for the lists of circles among the watched circle ids. */
export const lists = 'lists'

const counts = new Map<string, number>()
let announce: () => void = () => {}

/** What this tab's screens show: ids of circles, and `lists`. */
export const ownWatched = (): string[] => [...counts.keys()]

/** The listener is called whenever what is watched changes. */
export function announceTo(listener: () => void): void {
  announce = listener
}

export function startWatching(watched: string): void {
  counts.set(watched, (counts.get(watched) ?? 0) + 1)
  announce()
}

/** Whether no other screen watches it. */
export function stopWatching(watched: string): boolean {
  const left = (counts.get(watched) ?? 1) - 1
  if (left > 0) counts.set(watched, left)
  else counts.delete(watched)
  announce()
  return left === 0
}
