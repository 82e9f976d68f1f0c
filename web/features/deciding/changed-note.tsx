import type { Deciding } from '#contract/deciding.ts'
import { formatMoney } from '#domain/money.ts'
import factsStyles from '#web/ui/layout/facts.module.css'
import styles from './deciding.module.css'

type Change = Deciding['changedSinceVote'][number]

const names = { price: 'Price', address: 'Address', url: 'Listing link' } as const

const shown = ({ field }: Change, value: string): string => (field === 'price' ? formatMoney(Number(value)) : value)

/** The net change: from the value at the vote to the current one. */
function merged(changes: readonly Change[]): Change[] {
  const first = new Map<string, Change>()
  for (const change of changes) first.set(change.field, { ...change, before: first.get(change.field)?.before ?? change.before })
  return [...first.values()].filter(({ before, after }) => before !== after)
}

/** What has changed since the reader voted. The vote stays valid; the reader is asked to check it. */
export function ChangedNote({ changes }: { changes: readonly Change[] }) {
  const changed = merged(changes)
  if (changed.length === 0) return null
  return (
    <div className={`${factsStyles.notice} ${styles.changedNote}`} role="note">
      <strong>Changed since you voted. Please look again.</strong>
      {changed.map((change) => (
        <p key={change.field} className="small num">
          {names[change.field]}:{' '}
          {change.field === 'url' ? 'is a new one' : `${shown(change, change.before)} → ${shown(change, change.after)}`}
        </p>
      ))}
    </div>
  )
}
