import type { RecordRow } from '#contract/deciding.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './record.module.css'
import { RecordDetail, RecordLine, recordOutcome } from './record-row.tsx'

/** The rows of a record. Without `circleId` nothing in them leads to a motion. */
export function RecordSheet({ rows, circleId }: { rows: readonly RecordRow[]; circleId: string | null }) {
  if (rows.length === 0) {
    return (
      <EmptyState title="Nothing has been decided yet" level="h2">
        Every outcome will stand here, with the rule, the votes and the reasons of that moment.
      </EmptyState>
    )
  }
  return (
    <Card className={styles.sheet}>
      <ol className={styles.rows}>
        {rows.map((row) => (
          <li key={row._id}>
            <RecordLine {...row} outcome={recordOutcome(row)} />
            <RecordDetail row={row} circleId={circleId} />
          </li>
        ))}
      </ol>
    </Card>
  )
}
