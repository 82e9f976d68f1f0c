import type { ReactNode } from 'react'
import { arcColor } from './arc-color.ts'
import styles from './ring-legend.module.css'

type LegendRow = {
  readonly key: string
  readonly name: ReactNode
  readonly amount: string
  readonly percent?: string
  readonly isYou?: boolean
}

type RingLegendProps = {
  caption: string
  /** In the ring's order, so that the colours match. */
  rows: readonly LegendRow[]
  /** The free part: Remaining goal, or Available. */
  rest?: Omit<LegendRow, 'key' | 'isYou'>
  highlighted?: string | null
  onHighlight?: (key: string | null) => void
}

/** Hovering or focusing a row highlights its arc. */
export function RingLegend({ caption, rows, rest, highlighted = null, onHighlight }: RingLegendProps) {
  const reacts = (key: string) =>
    onHighlight && {
      tabIndex: 0,
      onMouseEnter: () => onHighlight(key),
      onMouseLeave: () => onHighlight(null),
      onFocus: () => onHighlight(key),
      onBlur: () => onHighlight(null),
    }
  return (
    <table className={`${styles.root} num`}>
      <caption>{caption}</caption>
      <tbody>
        {rows.map((row, index) => (
          <tr key={row.key} data-highlighted={row.key === highlighted} {...reacts(row.key)}>
            <th scope="row">
              <span className={styles.name}>
                <span className={styles.swatch} style={{ background: arcColor(index) }} />
                <bdi>{row.name}</bdi>
                {row.isYou && row.name !== 'You' && <span className={styles.youTag}>You</span>}
              </span>
            </th>
            <td className={styles.amount}>{row.amount}</td>
            {row.percent !== undefined && <td className={styles.percent}>{row.percent}</td>}
          </tr>
        ))}
        {rest && (
          <tr>
            <th scope="row">
              <span className={`${styles.name} sub`}>
                <span className={styles.swatch} data-open />
                {rest.name}
              </span>
            </th>
            <td className={styles.amount}>{rest.amount}</td>
            {rest.percent !== undefined && <td className={styles.percent}>{rest.percent}</td>}
          </tr>
        )}
      </tbody>
    </table>
  )
}
