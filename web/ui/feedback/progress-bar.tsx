import styles from './progress-bar.module.css'

export type BarTone = 'evergreen' | 'plain' | 'invest' | 'watch' | 'veto'

export function ProgressBar({ percent, label, tone = 'evergreen' }: { percent: number; label: string; tone?: BarTone }) {
  return (
    <div className={styles.root} role="progressbar" aria-label={label} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
      <span data-tone={tone} style={{ width: `${percent}%` }} />
    </div>
  )
}
