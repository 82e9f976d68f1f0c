import { refusals } from '#contract/errors.ts'
import { formatDate } from '#domain/dates.ts'
import { inviterWords } from '#domain/invitation.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import type { Invitation } from './invitation.queries.ts'
import styles from './invite-top.module.css'

/** Above the circle: who invites, since when and with how many arcs. An ended invitation to a visible circle says so. */
export function InviteTop({ invitation: { inviter, isPending, isEnded } }: { invitation: Invitation }) {
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
  if (isEnded) {
    return (
      <Card className={styles.root} aria-label="Invitation">
        <FieldMessage>{refusals.invitation_ended.error}</FieldMessage>
      </Card>
    )
  }
  if (!inviter) return null
  return (
    <Card className={styles.root} aria-label="Invitation">
      <Avatar initial={initialOf(inviter)} filled size={56} />
      <div>
        <p className={styles.title}>{fullName(inviter)} invites you to this circle</p>
        <p className="sub">{inviterWords({ ...inviter, since: formatDate(inviter.since) })}</p>
      </div>
    </Card>
  )
}
