import { isTarget, priceArcs, shareAmount, shareCount, sharesReserved } from '#domain/arcs.ts'
import { percentFunded, remainingGoal } from '#domain/funding.ts'
import { formatDollars } from '#domain/money.ts'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import type { CircleDraft } from './circle-draft.ts'
import styles from './circle-wizard.module.css'

/** Shares held by other members, when an existing circle is edited. */
export type OthersPart = { readonly amount: number; readonly openPrices: readonly number[] }

/** A preview of the ring: the owner's arc, the arcs of others, and a tick for every free share. */
export function DraftRing({ draft, others }: { draft: CircleDraft; others?: OthersPart | undefined }) {
  const target = isTarget(draft.target) ? draft.target : null
  const shares = draft.shareSize ? shareCount(draft.shareSize) : 0
  const amount = draft.ownerAmount ?? 0
  const reserved = shares ? sharesReserved(target, shares, amount) : 0
  const percent = percentFunded(amount, target)
  return (
    <Card>
      <div className={styles.ring}>
        <ArcRing
          size={264}
          target={target}
          arcs={[
            ...(amount > 0 ? [{ key: 'you', amount, label: 'You', initial: 'You', isYou: true }] : []),
            ...(others ? [{ key: 'others', amount: others.amount, label: 'Other members' }] : []),
          ]}
          openPrices={others?.openPrices ?? (shares ? priceArcs(target, shares).slice(reserved) : [])}
          caption={others ? 'funded' : 'your arc'}
          label={others ? `${percent}% is your arc, ${percentFunded(others.amount, target)}% is held by others` : `${percent}% is your arc`}
        />
      </div>
      <dl className={`${factsStyles.root} num`}>
        <dt>Total target size</dt>
        <dd>{target ? formatDollars(target) : 'Not set'}</dd>
        <dt>Shares</dt>
        <dd>{shares || 'Not set'}</dd>
        <dt>Per arc</dt>
        <dd>{target && shares ? formatDollars(shareAmount(target, shares)) : 'Not set'}</dd>
        <dt>Your investment</dt>
        <dd className={factsStyles.yours}>{amount ? formatDollars(amount) : 'Not set'}</dd>
        <dt>Shares reserved</dt>
        <dd>
          {reserved} ({percent}%)
        </dd>
        {others && (
          <>
            <dt>Other members</dt>
            <dd>{formatDollars(others.amount)}</dd>
          </>
        )}
        <dt>Available</dt>
        <dd>{target ? formatDollars(remainingGoal(amount + (others?.amount ?? 0), target)) : 'Not set'}</dd>
      </dl>
    </Card>
  )
}
