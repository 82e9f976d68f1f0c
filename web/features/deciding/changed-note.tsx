import type { Deciding } from '#contract/deciding.ts'
import { formatMoney } from '#domain/money.ts'
import factsStyles from '#web/ui/layout/facts.module.css'
import styles from './deciding.module.css'

type Change = Deciding['changedSinceVote'][number]

const names = { price: 'Price', address: 'Address', url: 'Listing link' } as const

const shown = ({ field }: Change, value: string): string => (field === 'price' ? formatMoney(Number(value)) : value)

/** The change as a whole: from what it was at the vote to what it is now. */
function merged(changes: readonly Change[]): Change[] {
  const first = new Map<string, Change>()
  for (const change of changes) first.set(change.field, { ...change, before: first.get(change.field)?.before ?? change.before })
  return [...first.values()].filter(({ before, after }) => before !== after)
}

/** What is no longer as it was when the reader voted. Their vote stays; they are asked to look again. */
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
