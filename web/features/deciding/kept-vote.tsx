import type { Property } from '#contract/properties.ts'
import { ChoiceBadge } from '#web/shared/vote/choices.tsx'
import { SentLater } from '#web/shared/waiting/sent-later.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import styles from './voting.module.css'
import { useKeptVote } from './voting.queries.ts'

/** The vote that waits to be sent, wherever the property can be voted on. Changed by voting again. */
export function KeptVote({ property }: { property: Property }) {
  const kept = useKeptVote(property)
  if (!kept) return null
  return (
    <div>
      <p className={styles.voteCardOwn}>
        <span className="small sub">Your vote</span>
        {kept.preference ? <ChoiceBadge choice={kept.preference} /> : <Badge>Cleared</Badge>}
      </p>
      <SentLater act={kept.act}>It counts from the moment it arrives.</SentLater>
    </div>
  )
}
