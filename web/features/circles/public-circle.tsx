import { IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Circle } from '#contract/circles.ts'
import type { Inviter } from '#contract/invitations.ts'
import { loginFrom, paths, withInvite } from '#contract/paths.ts'
import type { BeforeJoining } from '#contract/questions.ts'
import { oneArcPrice } from '#domain/arcs.ts'
import { metresOfMiles } from '#domain/distance.ts'
import { remainingGoal } from '#domain/funding.ts'
import { isolate } from '#domain/isolate.ts'
import { isLead } from '#domain/lead.ts'
import { markerKindOf, pointOf } from '#domain/map.ts'
import { formatMoney } from '#domain/money.ts'
import { isAskingOffered } from '#domain/questions.ts'
import { useCircleViewer } from '#web/api/circle-viewer.ts'
import { useTileUrl } from '#web/api/map-tiles.ts'
import { useUser } from '#web/api/session.ts'
import { useCircleArcs } from '#web/shared/circle/circle-arcs.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { ShownHeadingNote } from '#web/ui/layout/page-heading.tsx'
import { MapCredits } from '#web/ui/map/map-credits.tsx'
import { MiniMap } from '#web/ui/map/mini-map.tsx'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { RingLegend } from '#web/ui/ring/ring-legend.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { AskOwner } from './ask-owner.tsx'
import beforeStyles from './before-joining.module.css'
import { CircleCharter } from './circle-charter.tsx'
import { CircleCriteria } from './circle-criteria.tsx'
import { CircleFit } from './circle-fit.tsx'
import { FollowButton } from './follow-button.tsx'
import { useInvitation } from './invitation.queries.ts'
import { InviteSteps, NoPaymentNote } from './invite-steps.tsx'
import { InviteTop } from './invite-top.tsx'
import { JoinCall } from './join-call.tsx'
import styles from './public-circle.module.css'
import { Questions } from './questions.tsx'
import { WhoIsBehind } from './who-is-behind.tsx'

const SavedSearchBar = lazy(async () => ({ default: (await import('#web/shared/saved-search/saved-search-bar.tsx')).SavedSearchBar }))

const placeText = ({ city, state }: Circle['location']): string => (state ? `${city}, ${state}` : city)

function KeyFigures({ circle }: { circle: Circle }) {
  const { totalTargetSize: target } = circle.investmentCriteria
  const price = oneArcPrice(circle.investmentCriteria)
  const figures = [
    { label: 'One arc', value: price === null ? 'Not set' : formatMoney(price) },
    { label: 'Arcs left', value: circle.sharesTotal === 0 ? 'None' : `${circle.sharesAvailable} of ${circle.sharesTotal}` },
    { label: 'Investment target', value: target === null ? 'Not set' : formatMoney(target) },
    { label: 'Members', value: circle.memberCount },
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

/** An inviter made the link, and an owner may show who they are: then their first name stands here; other members stay nameless. */
const ownerLabel = ({ firstName, isCreator }: Pick<Inviter, 'firstName' | 'isCreator'>): string =>
  `${isolate(firstName)}, ${isCreator ? 'Circle Creator' : 'Circle Owner'}`

type RingCardProps = {
  circle: Circle
  isMember: boolean
  inviter: Inviter | undefined
  owner: Pick<Inviter, 'firstName' | 'isCreator'> | null
}

function RingCard({ circle, isMember, inviter, owner }: RingCardProps) {
  const shown = useCircleArcs(circle, isMember)
  const named = inviter ?? owner
  const arcs = named && !isMember ? shown.map((arc, index) => (index === 0 ? { ...arc, label: ownerLabel(named) } : arc)) : shown
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

type PublicCircleProps = {
  circle: Circle
  invite: string | null
  /** Null if it could not be loaded. */
  before: BeforeJoining | null
  onRetry: () => void
  onEarlierQuestions: () => void
}

export function PublicCircle({ circle, invite, before, onRetry, onEarlierQuestions }: PublicCircleProps) {
  const viewer = useCircleViewer()(circle._id)
  const tileUrl = useTileUrl()
  const user = useUser()
  const isMember = viewer === 'member'
  const invitation = useInvitation(circle._id, invite, viewer)
  const { totalTargetSize: target, geographicRadius } = circle.investmentCriteria
  const place = placeText(circle.location)
  const isLong = !isLead(circle.description)
  const owner = before?.owner?.shown?.firstName ?? null
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
          <ShownHeadingNote />
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
          {!isMember && circle.sharesAvailable > 0 && <NoPaymentNote />}
        </div>
        <RingCard circle={circle} isMember={isMember} inviter={invitation.inviter} owner={before?.owner?.shown ?? null} />
      </div>
      {invitation.inviter && viewer === 'visitor' && <InviteSteps circle={circle} />}
      {isLong && (
        <Card className={styles.about}>
          <h2>About</h2>
          <p className={styles.words}>{circle.description}</p>
        </Card>
      )}
      <div className={beforeStyles.columns}>
        <div className={beforeStyles.stack}>
          {before?.owner && <WhoIsBehind owner={before.owner} mayAsk={isAskingOffered(before.asking.state)} />}
          {before && (
            <Questions
              circleId={circle._id}
              questions={before.questions}
              owner={owner}
              earlier={before.earlier}
              onEarlier={onEarlierQuestions}
            />
          )}
          {!before && (
            <Card>
              <FailureState title="Who is behind it, and what was asked, could not be loaded" level="h2" onRetry={onRetry} />
            </Card>
          )}
        </div>
        <div className={beforeStyles.stack}>
          {before && <AskOwner circleId={circle._id} invite={invite} owner={owner} asking={before.asking} />}
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
      </div>
      <CircleCriteria circle={circle} />
      {circle.charter && <CircleCharter charter={circle.charter} />}
      {!isMember && (
        <Suspense fallback={<Bone height={98} radius={14} />}>
          <SavedSearchBar circle={circle} />
        </Suspense>
      )}
      <div className={styles.credits}>
        <MapCredits hasTiles={Boolean(tileUrl)} />
      </div>
    </>
  )
}
