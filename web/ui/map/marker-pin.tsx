export type MarkerKind = 'available' | 'yours' | 'full'

const pinShape = 'M0 0C-3.2 -6.2 -13 -11.4 -13 -21.5A13 13 0 1 1 13 -21.5C13 -11.4 3.2 -6.2 0 0Z'

/** Green with a dot, clay with an arch for the person's own, grey with a check mark when full. */
const appearances: Readonly<Record<MarkerKind, { readonly fill: string; readonly symbol: string }>> = {
  available: { fill: 'var(--mk-avail)', symbol: 'M-4.6 -21.5a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0Z' },
  yours: { fill: 'var(--mk-yours)', symbol: 'M-5 -15.6V-22a5 5 0 0 1 10 0v6.4Z' },
  full: { fill: 'var(--mk-full)', symbol: 'M-1.6 -16.2L-6.3 -20.9L-4.3 -22.9L-1.6 -20.2L4.3 -26.1L6.3 -24.1Z' },
}

/** The tip is at 0 0. */
export function MarkerPin({ kind }: { kind: MarkerKind }) {
  const { fill, symbol } = appearances[kind]
  return (
    <g data-marker={kind}>
      <ellipse rx="7" ry="2.4" fill="var(--mk-shadow)" opacity=".16" />
      <path d={pinShape} fill={fill} stroke="var(--mk-edge)" strokeWidth="1.5" />
      <path d={symbol} fill="var(--mk-ink)" />
    </g>
  )
}

/** As markup, because Leaflet's markers are not rendered by React. */
export const markerMarkup = (kind: MarkerKind): string =>
  `<svg width="28" height="40" viewBox="-14 -36 28 40" fill="none" aria-hidden="true"><ellipse rx="7" ry="2.4" fill="var(--mk-shadow)" opacity=".16"/><path d="${pinShape}" fill="${appearances[kind].fill}" stroke="var(--mk-edge)" stroke-width="1.5"/><path d="${appearances[kind].symbol}" fill="var(--mk-ink)"/></svg>`
