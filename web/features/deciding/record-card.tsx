import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { recordQueryOf } from './deciding.queries.ts'
import styles from './record.module.css'
import { RecordDetail, RecordLine, recordOutcome } from './record-row.tsx'

const shown = 5

type RecordCardProps = {
  circleId: string
  /** Only decisions about this property. */
  property?: string
  className?: string | undefined
}

/** The latest decisions, with a link to all of them. */
export function RecordCard({ circleId, property, className }: RecordCardProps) {
  const { data, isError } = useQuery(recordQueryOf(circleId, { property, pageSize: shown }))
  return (
    <Card className={className}>
      <CardHeader
        title="Record of decisions"
        aside={
          <ActionButton variant="subtle" to={paths.circleRecord(circleId, property)}>
            Whole record
          </ActionButton>
        }
      />
      {isError && <p className="sub">The record could not be loaded.</p>}
      {!data && !isError && (
        <Loading>
          <Bone height={64} radius={10} />
        </Loading>
      )}
      {data?.total === 0 && (
        <p className="sub">Nothing has been decided yet. Every outcome will stand here, with the votes and reasons of that moment.</p>
      )}
      {data && data.total > 0 && (
        <ul className={styles.rows}>
          {data.items.slice(0, shown).map((row) => (
            <li key={row._id}>
              <details>
                <summary>
                  <RecordLine {...row} outcome={recordOutcome(row)} />
                  <IconChevronDown {...iconProps(20)} />
                </summary>
                <RecordDetail row={row} circleId={circleId} />
              </details>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
