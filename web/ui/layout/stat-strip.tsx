import type { ReactNode } from 'react'
import cardStyles from './card.module.css'
import styles from './stat-strip.module.css'

type Stat = {
  readonly key: string
  readonly label: ReactNode
  readonly value: ReactNode
  /** Smaller text after the value, for example mi. */
  readonly unit?: ReactNode
  readonly icon?: ReactNode
  readonly tone?: 'invest' | 'watch' | 'veto'
}

/** Two columns on phones. */
export function StatStrip({ stats, large = false }: { stats: readonly Stat[]; large?: boolean }) {
  return (
    <dl className={`${styles.root} ${cardStyles.root}`} data-large={large}>
      {stats.map((stat) => (
        <div className={styles.item} key={stat.key} data-tone={stat.tone}>
          <dt className="label">
            {stat.icon}
            {stat.label}
          </dt>
          <dd className="figure">
            {stat.value}
            {stat.unit && (
              <>
                {' '}
                <small>{stat.unit}</small>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
