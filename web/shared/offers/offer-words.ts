/** "Arc 10", "Arcs 10 and 11". */
export const arcNames = (arcs: readonly number[]): string =>
  arcs.length === 1 ? `Arc ${arcs[0]}` : `Arcs ${arcs.slice(0, -1).join(', ')} and ${arcs.at(-1)}`
