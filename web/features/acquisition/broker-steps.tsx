import type { Acquisition } from '#contract/acquisition.ts'
import { paths } from '#contract/paths.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'

/** On a broker's page of a circle that is buying: how many steps are theirs. */
export function BrokerSteps({ circleId, purchase: { property, steps } }: { circleId: string; purchase: Acquisition }) {
  const open = steps.filter(({ state }) => state === 'open').length
  return (
    <Card>
      <h2>
        Buying <bdi>{property.address}</bdi>
      </h2>
      <p className="sub">
        {steps.length === 0
          ? 'No step is yours yet.'
          : open === 0
            ? 'Your steps are done.'
            : `${open} ${open === 1 ? 'step waits' : 'steps wait'} for you.`}
      </p>
      {steps.length > 0 && (
        <ActionButton variant={open > 0 ? 'filled' : 'outline'} to={paths.brokerPurchase(circleId)}>
          Open your steps
        </ActionButton>
      )}
    </Card>
  )
}
