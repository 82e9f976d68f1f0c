import './stat-strip.css'
import type { ReactNode } from 'react'

export type Stat = {
  readonly key: string
  readonly label: ReactNode
  readonly value: ReactNode
  /** Smaller words after the value: mi, September 2026. */
  readonly unit?: ReactNode
  readonly icon?: ReactNode
  readonly tone?: 'invest' | 'watch' | 'veto'
}

/** One strip of figures divided by hairlines; two columns on phones. */
export function StatStrip({ stats, large = false }: { stats: readonly Stat[]; large?: boolean }) {
  return (
    <dl className="stat-strip card" data-large={large}>
      {stats.map((stat) => (
        <div className="stat-strip-item" key={stat.key} data-tone={stat.tone}>
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
