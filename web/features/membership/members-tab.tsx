import { type ReactNode, useState } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { isFullyFunded, ownershipPercent } from '#domain/funding.ts'
import { isolate } from '#domain/isolate.ts'
import { type CircleRelation, mayManageCircle } from '#domain/may/circle.ts'
import { mayBeRemoved, memberLabel } from '#domain/membership.ts'
import { formatDollars } from '#domain/money.ts'
import { fullName, initialOf } from '#domain/person.ts'
import { inRingOrder, ringArcs, ringLabel } from '#domain/ring.ts'
import { ReportButton } from '#web/shared/report/report-button.tsx'
import { Day } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toastFailure } from '#web/ui/feedback/toast.tsx'
import { Avatar } from '#web/ui/layout/avatar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import ringLegendStyles from '#web/ui/ring/ring-legend.module.css'
import { useLeave } from './leave.queries.ts'
import styles from './member-circle.module.css'
import { OwnerTools } from './owner-tools.tsx'

type MembersTabProps = {
  circle: Circle
  members: readonly Membership[]
  userId: string
  relation: CircleRelation
  isEnded: boolean
  ownerTools: ReactNode
  invitations: ReactNode
}

export function MembersTab({ circle, members, userId, relation, isEnded, ownerTools, invitations }: MembersTabProps) {
  const target = circle.investmentCriteria.totalTargetSize
  const isFull = isFullyFunded(circle.currentInvestmentAmount, target)
  return (
    <div className={styles.membersTab}>
      <div className={styles.membersColumn}>
        <Card padded={false} className={styles.tableCard}>
          <table className={`${styles.membersTable} num`}>
            <caption className="visually-hidden">
              Members of <bdi>{circle.title}</bdi>
            </caption>
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col" className={styles.figureCell}>
                  Amount
                </th>
                <th scope="col" className={styles.figureCell}>
                  Share
                </th>
                <th scope="col">Joined</th>
              </tr>
            </thead>
            <tbody>
              {inRingOrder(members).map((member, index) => (
                <tr key={member._id}>
                  <th scope="row">
                    <span className={styles.memberCell}>
                      <Avatar initial={member.user ? initialOf(member.user) : '?'} arc={index} size={36} />
                      <span>
                        <bdi>{member.user ? fullName(member.user) : 'Member'}</bdi>
                        {member.user?._id === userId && <span className={`${ringLegendStyles.youTag} ${styles.youTag}`}>You</span>}
                        <span className={`small sub ${styles.second}`}>{memberLabel(member, circle.createdBy)}</span>
                        {member.user?.email && <Address email={member.user.email} />}
                      </span>
                      {member.user?._id && member.user._id !== userId && (
                        <ReportButton kind="person" id={member.user._id} name={fullName(member.user)} size="icon" />
                      )}
                    </span>
                  </th>
                  <td className={styles.figureCell}>{formatDollars(member.investmentAmount)}</td>
                  <td className={styles.figureCell}>{ownershipPercent(member.investmentAmount, target)}</td>
                  <td>
                    <Day at={member.createdAt} form="table" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
        {mayManageCircle(relation) && invitations}
      </div>
      <Card className={styles.membersRing}>
        <ArcRing
          size={240}
          target={target}
          arcs={ringArcs(members, userId)}
          openPrices={circle.openArcPrices}
          label={ringLabel(circle.percentFunded, circle.memberCount)}
        />
        {relation.isMember && mayBeRemoved(relation) && !isEnded && <LeaveButton circle={circle} />}
        {relation.isMember && isFull && !isEnded && (
          <ActionButton variant="outline" to={paths.circleOffers(circle._id)}>
            Hand on arcs
          </ActionButton>
        )}
        {mayManageCircle(relation) && !isEnded && (
          <OwnerTools circle={circle} members={members} userId={userId}>
            {ownerTools}
          </OwnerTools>
        )}
      </Card>
    </div>
  )
}

/** Members can leave only while the circle is not fully funded. */
function LeaveButton({ circle }: { circle: Circle }) {
  const [isAsking, ask] = useState(false)
  const leave = useLeave(circle._id)
  if (isFullyFunded(circle.currentInvestmentAmount, circle.investmentCriteria.totalTargetSize)) {
    return (
      <>
        <p className="small sub">A fully funded circle cannot be left. You can ask the other members to release you.</p>
        <ActionButton variant="outline" to={paths.askForRelease(circle._id)}>
          Ask to be released
        </ActionButton>
      </>
    )
  }
  return (
    <>
      <ActionButton variant="outline" color="red" onClick={() => ask(true)}>
        Leave Circle
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        pending={leave.isPending}
        title={`Leave ${isolate(circle.title)}?`}
        consequence="Your arcs come free for others, and your votes in this circle are removed."
        confirmLabel="Leave"
        onCancel={() => ask(false)}
        onConfirm={() =>
          leave.mutate(undefined, {
            onError: (error) => {
              ask(false)
              toastFailure(error)
            },
          })
        }
      />
    </>
  )
}

/** May break after the @, so that it fits beside the button on a phone. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1
  return (
    <span className={`small sub ${styles.second}`}>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
