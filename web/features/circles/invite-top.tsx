import { refusals } from '#contract/errors.ts'
import { inviterWords } from '#domain/invitation.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import type { Invitation } from './invitation.queries.ts'
import styles from './invite-top.module.css'

/** Above the circle: who invites, since when and with how many arcs. One that cannot be used, to a visible circle, says so. */
export function InviteTop({ invitation: { inviter, isPending, refusal } }: { invitation: Invitation }) {
  const { day } = useDates()
  if (isPending) {
    return (
      <Card className={styles.root} aria-busy>
        <Bone width={56} height={56} radius={28} />
        <div className={styles.bones}>
          <Bone width="80%" height={24} />
          <Bone width="60%" height={18} />
        </div>
      </Card>
    )
  }
  if (refusal) {
    return (
      <Card className={styles.root} aria-label="Invitation">
        <FieldMessage>{refusals[refusal].error}</FieldMessage>
      </Card>
    )
  }
  if (!inviter) return null
  return (
    <Card className={styles.root} aria-label="Invitation">
      <Avatar initial={initialOf(inviter)} filled size={56} />
      <div>
        <p className={styles.title}>
          <bdi>{fullName(inviter)}</bdi> invites you to this circle
        </p>
        <p className="sub">{inviterWords({ ...inviter, since: day(inviter.since) })}</p>
      </div>
    </Card>
  )
}
