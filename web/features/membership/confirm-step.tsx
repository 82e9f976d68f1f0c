import { useNavigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { Circle } from '#contract/circles.ts'
import type { PurchasePlan } from '#domain/arcs.ts'
import { ownershipPercent } from '#domain/funding.ts'
import { formatDollars } from '#domain/money.ts'
import { ApiError } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldMessage } from '#web/ui/field-message.tsx'
import { CharterNote } from './charter-note.tsx'
import { type Holding, sharesText } from './choose-step.tsx'
import { useJoin } from './join.queries.ts'
import { JoinRing } from './join-ring.tsx'

type ConfirmStepProps = {
  circle: Circle
  holdings: readonly Holding[]
  chosen: PurchasePlan
  user: User
  invite: string | null
  onBack: () => void
}

const failed = 'An error occurred while joining the circle. Please try again.'

/** What the person reads when it did not work: always the known sentence, and why, where the server said so. */
const reasonOf = (error: unknown): string | null =>
  error instanceof ApiError && (error.status === 409 || error.status === 403) ? error.message : null

export function ConfirmStep({ circle, holdings, chosen, user, invite, onBack }: ConfirmStepProps) {
  const navigate = useNavigate()
  const join = useJoin(circle._id, user._id, invite)
  const target = circle.investmentCriteria.totalTargetSize
  const submit = () =>
    join.mutate(
      {
        amount: chosen.amount,
        currentInvestmentAmount: circle.currentInvestmentAmount + chosen.amount,
        charterVersion: circle.charter?.version,
      },
      { onSuccess: () => void navigate(paths.circle(circle._id)) },
    )
  const reason = reasonOf(join.error)
  return (
    <>
      <div className="join-choose">
        <Card className="join-main">
          <div className="notice" role="note">
            <strong>Ready to Proceed</strong>
            <p>Joining records your commitment to this circle. No payment is taken now; the circle’s members see your name and amount.</p>
          </div>
          <dl className="facts num">
            <dt>Circle</dt>
            <dd>{circle.title}</dd>
            <dt>Investment amount</dt>
            <dd className="yours">{formatDollars(chosen.amount)}</dd>
            <dt>Selected fraction</dt>
            <dd>
              {chosen.arcs}/{circle.sharesTotal} ({sharesText(chosen.arcs)})
            </dd>
            <dt>Ownership percentage</dt>
            <dd>{ownershipPercent(chosen.amount, target)}</dd>
          </dl>
          {circle.charter && <CharterNote charter={circle.charter} />}
          {join.isError && (
            <div role="alert">
              <FieldMessage>{failed}</FieldMessage>
              {reason && <FieldMessage>{reason}</FieldMessage>}
            </div>
          )}
        </Card>
        <Card className="join-summary">
          <JoinRing circle={circle} holdings={holdings} proposed={chosen.amount} />
        </Card>
      </div>
      <div className="join-actions">
        <ActionButton variant="outline" onClick={onBack} disabled={join.isPending}>
          Back
        </ActionButton>
        <ActionButton onClick={submit} loading={join.isPending}>
          Join Circle
        </ActionButton>
      </div>
    </>
  )
}
