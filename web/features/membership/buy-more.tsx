import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import styles from './buy-more.module.css'

/** Members buy more shares with the same steps as joining. */
export function BuyMore({ circle }: { circle: Circle }) {
  if (circle.sharesAvailable === 0 || circle.stage === 'ended') return null
  return (
    <div className={styles.root}>
      <p className="sub num">
        {circle.sharesAvailable === 1 ? '1 share is free.' : `${circle.sharesAvailable} shares are free.`} You can add to yours.
      </p>
      <ActionButton variant="outline" to={paths.joinCircle(circle._id)}>
        Buy More Shares
      </ActionButton>
    </div>
  )
}
