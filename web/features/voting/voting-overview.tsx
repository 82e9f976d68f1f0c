import { IconPlus } from '@tabler/icons-react'
import type { Property } from '#contract/properties.ts'
import { tallyAll } from '#domain/votes.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { voteChoices } from './vote-choices.tsx'
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
        {voteChoices.map((choice) => (
          <div key={choice.value} data-tone={choice.tone}>
            <dt>
              {choice.icon(16)} {choice.text}
            </dt>
            <dd>{counts[choice.value]}</dd>
          </div>
        ))}
      </dl>
      {counts.total > 0 && (
        <div className={styles.bar} aria-hidden="true">
          {voteChoices
            .filter((choice) => counts[choice.value] > 0)
            .map((choice) => (
              <span key={choice.value} data-tone={choice.tone} style={{ flexGrow: counts[choice.value] }} />
            ))}
        </div>
      )}
    </Card>
  )
}
