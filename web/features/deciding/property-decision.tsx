import { IconMessageCircle } from '@tabler/icons-react'
import type { Property } from '#contract/properties.ts'
import { isolate } from '#domain/isolate.ts'
import { acts } from '#web/api/facts.ts'
import { useClosingTime } from '#web/shared/vote/use-closing-time.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { ChangedNote } from './changed-note.tsx'
import styles from './deciding.module.css'
import { StandingWords } from './standing-words.tsx'

type PropertyDecisionProps = {
  property: Property
  /** Nobody votes in this circle any more. */
  isVotingOver?: boolean
  onOpen: () => void
}

/** The outcome so far, changes since the reader's vote, and the link to reasons and discussion. */
export function PropertyDecision({ property, isVotingOver = false, onOpen }: PropertyDecisionProps) {
  const { deciding, address } = property
  useClosingTime({
    circleId: property.circle._id,
    closesAt: deciding?.closesAt ?? null,
    isClosed: deciding?.isClosed ?? false,
    act: acts.voteClosed,
  })
  if (!deciding) return null
  const count = deciding.posts
  const label = deciding.votes ? 'Reasons and discussion' : 'Discussion'
  return (
    <div className={styles.decision}>
      <StandingWords deciding={deciding} isVotingOver={isVotingOver} />
      <ChangedNote changes={deciding.changedSinceVote} />
      <ActionButton
        variant="subtle"
        data-flush="start"
        className={styles.decisionOpen}
        onClick={onOpen}
        leftSection={<IconMessageCircle {...iconProps(18)} />}
        aria-label={`${label}: ${isolate(address)}, ${count} ${count === 1 ? 'post' : 'posts'}`}
      >
        {label}
        {count > 0 && <span className={`${styles.decisionCount} num`}>{count}</span>}
      </ActionButton>
    </div>
  )
}
