import { IconPlus } from '@tabler/icons-react'
import type { Property } from '#contract/properties.ts'
import { preferences, preferenceValues } from '#domain/choices.ts'
import { tallyAll } from '#domain/votes.ts'
import { ChoiceSign, toneOf } from '#web/shared/vote/choices.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './voting.module.css'

type VotingOverviewProps = {
  properties: readonly Property[]
  /** Null where nothing can be added any more. */
  addPath: string | null
}

export function VotingOverview({ properties, addPath }: VotingOverviewProps) {
  const counts = tallyAll(properties)
  return (
    <Card>
      <CardHeader
        title="Voting Overview"
        aside={
          addPath && (
            <ActionButton variant="outline" to={addPath} leftSection={<IconPlus {...iconProps()} />}>
              Add Property
            </ActionButton>
          )
        }
      />
      <dl className={`${styles.figures} num`}>
        <div>
          <dt>Properties</dt>
          <dd>{properties.length}</dd>
        </div>
        <div>
          <dt>Total votes</dt>
          <dd>{counts.total}</dd>
        </div>
        {preferences.map(({ value, text }) => (
          <div key={value} data-tone={toneOf(value)}>
            <dt>
              <ChoiceSign choice={value} size={16} /> {text}
            </dt>
            <dd>{counts[value]}</dd>
          </div>
        ))}
      </dl>
      {counts.total > 0 && (
        <div className={styles.bar} aria-hidden="true">
          {preferenceValues
            .filter((value) => counts[value] > 0)
            .map((value) => (
              <span key={value} data-tone={toneOf(value)} style={{ flexGrow: counts[value] }} />
            ))}
        </div>
      )}
      <p className={`small sub ${styles.measure}`}>Counted in votes: one of each member on each property.</p>
    </Card>
  )
}
