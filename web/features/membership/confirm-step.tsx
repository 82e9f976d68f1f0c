import type { User } from '#contract/accounts.ts'
import type { Circle } from '#contract/circles.ts'
import type { PurchasePlan } from '#domain/arcs.ts'
import { ownershipPercent } from '#domain/funding.ts'
import { formatDollars } from '#domain/money.ts'
import { ApiError } from '#web/api/client.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import { CharterNote } from './charter-note.tsx'
import { sharesText } from './choose-step.tsx'
import styles from './join.module.css'
import { type Holding, JoinRing } from './join-ring.tsx'

type ConfirmStepProps = {
  circle: Circle
  holdings: readonly Holding[]
  chosen: PurchasePlan
  /** The current holding of a member who buys more. */
  held: number
  purchase: { readonly isPending: boolean; readonly error: Error | null }
  onJoin: () => void
  onBack: () => void
}

/** Brokers never see members' addresses, whatever the profile says. */
const seenByMembers = (user: User | null): string =>
  user?.hideEmailFromMembers
    ? 'The circle’s members see your name and amount; your e-mail address stays hidden.'
    : 'The circle’s members see your name, your amount and your e-mail address, which you can hide in your profile.'

/** Shows the general failure sentence, and the server's reason if there is one. */
export function JoinFailure({ error }: { error: Error | null }) {
  if (!error) return null
  const reason = error instanceof ApiError && (error.status === 409 || error.status === 403) ? error.message : null
  return (
    <div role="alert">
      <FieldMessage>An error occurred while joining the circle. Please try again.</FieldMessage>
      {reason && <FieldMessage>{reason}</FieldMessage>}
    </div>
  )
}

export function ConfirmStep({ circle, holdings, chosen, held, purchase, onJoin, onBack }: ConfirmStepProps) {
  const user = useUser()
  const target = circle.investmentCriteria.totalTargetSize
  return (
    <>
      <div className={styles.choose}>
        <Card className={styles.main}>
          <div className={factsStyles.notice} role="note">
            <strong>Ready to Proceed</strong>
            <p>Joining records your commitment to this circle. No payment is taken now. {seenByMembers(user)}</p>
          </div>
          <dl className={`${factsStyles.root} num`}>
            <dt>Circle</dt>
            <dd>{circle.title}</dd>
            <dt>Investment amount</dt>
            <dd className={factsStyles.yours}>{formatDollars(chosen.amount)}</dd>
            {held > 0 && (
              <>
                <dt>You hold already</dt>
                <dd>{formatDollars(held)}</dd>
              </>
            )}
            <dt>Selected fraction</dt>
            <dd>
              {chosen.arcs}/{circle.sharesTotal} ({sharesText(chosen.arcs)})
            </dd>
            <dt>Ownership percentage</dt>
            <dd>{ownershipPercent(chosen.amount, target)}</dd>
          </dl>
          {circle.charter && <CharterNote charter={circle.charter} />}
          <JoinFailure error={purchase.error} />
        </Card>
        <Card className={styles.summary}>
          <JoinRing circle={circle} holdings={holdings} proposed={chosen.amount} />
        </Card>
      </div>
      <div className={styles.actions}>
        <ActionButton variant="outline" onClick={onBack} disabled={purchase.isPending}>
          Back
        </ActionButton>
        <ActionButton onClick={onJoin} loading={purchase.isPending}>
          {held > 0 ? 'Buy Shares' : 'Join Circle'}
        </ActionButton>
      </div>
    </>
  )
}
