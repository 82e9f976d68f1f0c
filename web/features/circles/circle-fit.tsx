import type { Circle } from '#contract/circles.ts'
import { circleFit } from '#domain/fit.ts'
import { useInvestmentPreferences } from '#web/api/investment-preferences.ts'
import { FitWords } from '#web/shared/fit/fit-words.tsx'
import styles from './circle-fit.module.css'

/** Reasons for and against the circle, by the preferences in the person's profile. */
export function CircleFit({ circle }: { circle: Circle }) {
  const { preferences } = useInvestmentPreferences()
  const parts = preferences ? circleFit(circle, preferences) : []
  if (parts.length === 0) return null
  return (
    <div className={styles.root}>
      <p className="label">Your preferences</p>
      <FitWords parts={parts} label="How this circle fits your preferences" />
    </div>
  )
}
