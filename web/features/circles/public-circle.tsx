import { IconMapPin } from '@tabler/icons-react'
import { useState } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Inviter } from '#contract/invitations.ts'
import { loginFrom, paths, withInvite } from '#contract/paths.ts'
import { metresOfMiles } from '#domain/distance.ts'
import { remainingGoal } from '#domain/funding.ts'
import { isLead } from '#domain/lead.ts'
import { markerKindOf, pointOf } from '#domain/map.ts'
import { formatMoney } from '#domain/money.ts'
import { useCircleArcs } from '#web/api/circle-arcs.ts'
import { useCircleViewer } from '#web/api/circle-viewer.ts'
import { useTileUrl } from '#web/api/map-tiles.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { MapCredits } from '#web/ui/map/map-credits.tsx'
import { MiniMap } from '#web/ui/map/mini-map.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { RingLegend } from '#web/ui/ring/ring-legend.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CircleCharter } from './circle-charter.tsx'
import { CircleCriteria } from './circle-criteria.tsx'
import { CircleFit } from './circle-fit.tsx'
import { FollowButton } from './follow-button.tsx'
import { useInvitation } from './invitation.queries.ts'
import { InviteSteps, NoPaymentNote } from './invite-steps.tsx'
import { InviteTop } from './invite-top.tsx'
import { JoinCall } from './join-call.tsx'
import styles from './public-circle.module.css'

const placeText = ({ city, state }: Circle['location']): string => (state ? `${city}, ${state}` : city)

function KeyFigures({ circle }: { circle: Circle }) {
  const { totalTargetSize: target, minimumShareSize, geographicRadius } = circle.investmentCriteria
  const figures = [
    { label: 'Investment target', value: target === null ? 'Not set' : formatMoney(target) },
    { label: 'Minimum share', value: minimumShareSize ?? 'Not set' },
    { label: 'Shares left', value: circle.sharesTotal === 0 ? 'None' : `${circle.sharesAvailable} of ${circle.sharesTotal}` },
    { label: 'Members', value: circle.memberCount },
    { label: 'Radius', value: `${geographicRadius} mi` },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt className="label">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The inviter made the link, so their first name is shown; other members stay nameless. */
const ownerLabel = ({ firstName, isCreator }: Inviter): string => `${firstName}, ${isCreator ? 'Circle Creator' : 'Circle Owner'}`

function RingCard({ circle, isMember, inviter }: { circle: Circle; isMember: boolean; inviter: Inviter | undefined }) {
  const shown = useCircleArcs(circle, isMember)
  const arcs = inviter && !isMember ? shown.map((arc, index) => (index === 0 ? { ...arc, label: ownerLabel(inviter) } : arc)) : shown
  const [highlighted, highlight] = useState<string | null>(null)
  const { totalTargetSize: target } = circle.investmentCriteria
  return (
    <Card className={styles.ring} padded={false} aria-label="Funding">
      <ArcRing size={280} target={target} arcs={arcs} openPrices={circle.openArcPrices} highlighted={highlighted} />
      <RingLegend
        caption="Who holds which part of the target"
        rows={arcs.map(({ key, label, amount, isYou = false }) => ({ key, name: label, amount: formatMoney(amount), isYou }))}
        {...(target !== null && {
          rest: { name: 'Available', amount: formatMoney(remainingGoal(circle.currentInvestmentAmount, target)) },
        })}
        highlighted={highlighted}
        onHighlight={highlight}
      />
    </Card>
  )
}

export function PublicCircle({ circle, invite }: { circle: Circle; invite: string | null }) {
  const viewer = useCircleViewer()(circle._id)
  const tileUrl = useTileUrl()
  const user = useUser()
  const isMember = viewer === 'member'
  const invitation = useInvitation(circle._id, invite, viewer)
  const { totalTargetSize: target, geographicRadius } = circle.investmentCriteria
  const place = placeText(circle.location)
  const isLong = !isLead(circle.description)
  return (
    <>
      <InviteTop invitation={invitation} />
      <div className={styles.hero}>
        <div>
          <p className={styles.place}>
            <IconMapPin {...iconProps(18)} />
            {place}
          </p>
          <h1 className="display" tabIndex={-1}>
            {circle.title}
          </h1>
          {!isLong && <p className={`lead ${styles.words}`}>{circle.description}</p>}
          <KeyFigures circle={circle} />
          <div className={styles.funding}>
            <p className="num">
              <strong>{circle.percentFunded}% funded</strong>
              <span>
                {formatMoney(circle.currentInvestmentAmount)} {target === null ? 'raised' : `of ${formatMoney(target)}`}
              </span>
            </p>
            <ProgressBar percent={circle.percentFunded} label="Funding progress" />
          </div>
          {/* Also before the memberships are known, so that nothing moves for most people. */}
          {(viewer === 'other' || viewer === 'unknown') && <CircleFit circle={circle} />}
          <div className={styles.calls}>
            <JoinCall circle={circle} viewer={viewer} invite={invite} />
            {viewer === 'visitor' && invitation.inviter && (
              <ActionButton variant="subtle" size="lg" to={loginFrom(withInvite(paths.circlePublic(circle._id), invite))}>
                I have an account
              </ActionButton>
            )}
            {viewer === 'other' && user && !user.isBroker && <FollowButton circleId={circle._id} invite={invite} />}
          </div>
          {invitation.inviter && <NoPaymentNote />}
        </div>
        <RingCard circle={circle} isMember={isMember} inviter={invitation.inviter} />
      </div>
      {invitation.inviter && viewer === 'visitor' && <InviteSteps circle={circle} />}
      {isLong && (
        <Card className={styles.about}>
          <h2>About</h2>
          <p className={styles.words}>{circle.description}</p>
        </Card>
      )}
      <div className={styles.band}>
        <CircleCriteria circle={circle} />
        <Card padded={false} className={styles.focus}>
          <div className={styles.map}>
            <MiniMap
              place={pointOf(circle.location)}
              radiusMetres={metresOfMiles(geographicRadius)}
              radiusPixels={72}
              kind={markerKindOf(viewer === 'member', circle.percentFunded)}
              label={`Map around ${circle.location.city}`}
              tileUrl={tileUrl}
            />
          </div>
          <div className={styles.focusWords}>
            <h2>Geographic Focus</h2>
            <p className="sub">
              {geographicRadius > 0 ? `Properties within ${geographicRadius} miles of ${place}.` : `Properties in ${place}.`}
            </p>
          </div>
        </Card>
      </div>
      {circle.charter && <CircleCharter charter={circle.charter} />}
      <div className={styles.credits}>
        <MapCredits hasTiles={Boolean(tileUrl)} />
      </div>
    </>
  )
}
