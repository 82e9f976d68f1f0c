export type MarkerKind = 'available' | 'yours'

const drop = 'M0 0C-3.2 -6.2 -13 -11.4 -13 -21.5A13 13 0 1 1 13 -21.5C13 -11.4 3.2 -6.2 0 0Z'
const arch = 'M-5 -15.6V-22a5 5 0 0 1 10 0v6.4Z'

/** A place on a map, its point at 0 0: evergreen with a dot, or clay with an arch for what is the person's own. */
export function MarkerDrop({ kind }: { kind: MarkerKind }) {
  return (
    <g data-marker={kind}>
      <ellipse rx="7" ry="2.4" fill="#000" opacity=".16" />
      <path d={drop} fill={kind === 'yours' ? 'var(--mk-yours)' : 'var(--mk-avail)'} stroke="var(--mk-edge)" strokeWidth="1.5" />
      {kind === 'yours' ? <path d={arch} fill="var(--mk-ink)" /> : <circle cy="-21.5" r="4.6" fill="var(--mk-ink)" />}
    </g>
  )
}

/** The same as text, for the map's own markers, which are no React. */
export const markerMarkup = (kind: MarkerKind): string =>
  `<svg width="28" height="40" viewBox="-14 -36 28 40" fill="none" aria-hidden="true"><ellipse rx="7" ry="2.4" fill="#000" opacity=".16"/><path d="${drop}" fill="var(--mk-${kind === 'yours' ? 'yours' : 'avail'})" stroke="var(--mk-edge)" stroke-width="1.5"/>${
    kind === 'yours' ? `<path d="${arch}" fill="var(--mk-ink)"/>` : '<circle cy="-21.5" r="4.6" fill="var(--mk-ink)"/>'
  }</svg>`
