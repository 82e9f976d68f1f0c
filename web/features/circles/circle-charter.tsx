import type { Charter } from '#contract/deciding.ts'
import { ruleWords } from '#domain/outcome.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Clauses } from '#web/ui/layout/clauses.tsx'
import styles from './circle-charter.module.css'

/** The circle's decision rules in words, for people who consider joining. */
export function CircleCharter({ charter }: { charter: Charter }) {
  const { day } = useDates()
  return (
    <Card padded={false} className={styles.root}>
      <h2>How this circle decides</h2>
      <p className={styles.rule}>{ruleWords(charter.rules)}.</p>
      <Clauses clauses={charter.clauses} />
      <p className={`label ${styles.version}`}>
        Charter version {charter.version}
        {charter.at && `, since ${day(charter.at)}`}. A new member agrees to the version of that day.
      </p>
    </Card>
  )
}
