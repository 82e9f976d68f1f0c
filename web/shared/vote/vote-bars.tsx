import type { ReactNode } from 'react'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import styles from './vote-bars.module.css'

type VoteBar = {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  readonly tone: 'invest' | 'watch' | 'veto'
  readonly percent: number
  /** True for the strictly largest choice; with a tie, for none. */
  readonly isTop?: boolean
}

export function VoteBars({ bars }: { bars: readonly VoteBar[] }) {
  return (
    <ul className={styles.root}>
      {bars.map((bar) => (
        <li key={bar.key} data-top={bar.isTop ?? false}>
          <span className={styles.sign} data-tone={bar.tone}>
            {bar.icon}
          </span>
          <span>{bar.label}</span>
          <span className="num">{bar.percent}%</span>
          <ProgressBar percent={bar.percent} label={bar.label} tone={bar.tone} />
        </li>
      ))}
    </ul>
  )
}
