import type { VoteTone } from './choices.tsx'
import styles from './standing-line.module.css'

type StandingLineProps = {
  /** In arcs or members, in the order of the bar. */
  parts: readonly { readonly tone: VoteTone; readonly amount: number }[]
  /** Everything that may vote. */
  of: number
  /** From how many it passes; drawn as a line. */
  passesFrom?: number | undefined
  small?: boolean
}

/** The votes as a bar. Hidden from screen readers: the words beside it say the same. */
export function StandingLine({ parts, of, passesFrom, small = false }: StandingLineProps) {
  if (of === 0) return null
  const missing = of - parts.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <div className={styles.root} data-small={small} aria-hidden="true">
      <div className={styles.bar}>
        {parts
          .filter(({ amount }) => amount > 0)
          .map(({ tone, amount }) => (
            <span key={tone} data-tone={tone} style={{ flexGrow: amount }} />
          ))}
        {missing > 0 && <span style={{ flexGrow: missing }} />}
      </div>
      {passesFrom !== undefined && passesFrom <= of && <i className={styles.mark} style={{ left: `${(passesFrom / of) * 100}%` }} />}
    </div>
  )
}
