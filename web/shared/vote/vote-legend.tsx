import type { ReactNode } from 'react'
import styles from './vote-legend.module.css'
import type { VoteTone } from './vote-sign.tsx'

type VoteLegendProps = {
  choices: readonly { readonly tone: VoteTone; readonly sign: ReactNode; readonly label: string; readonly amount: number }[]
  notVoted: number
  /** Where the line above marks from how many it passes. */
  passesFrom?: number
}

/** The counts below a standing line. */
export const VoteLegend = ({ choices, notVoted, passesFrom }: VoteLegendProps) => (
  <ul className={`${styles.root} num`}>
    {choices.map(({ tone, sign, label, amount }) => (
      <li key={tone} data-tone={tone}>
        {sign}
        {label} <b>{amount}</b>
      </li>
    ))}
    <li>
      Not voted <b>{notVoted}</b>
    </li>
    {passesFrom !== undefined && (
      <li>
        <i className={styles.mark} aria-hidden="true" />
        Passes from <b>{passesFrom}</b>
      </li>
    )}
  </ul>
)
