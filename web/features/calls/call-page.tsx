import { IconCircleCheck, IconClock, IconGavel } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Call } from '#contract/calls.ts'
import { paths } from '#contract/paths.ts'
import { callStandingWords } from '#domain/call-words.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { circleQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { callQuery } from '#web/shared/calls/calls.queries.ts'
import { MoneyRing, MoneyRows } from '#web/shared/calls/money-ring.tsx'
import { Day } from '#web/shared/time/moment.tsx'
import { WhereToPayCards } from '#web/shared/where-to-pay/where-to-pay-cards.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { AllParts } from './all-parts.tsx'
import styles from './call.module.css'
import { CallProvider } from './call-context.tsx'
import { MyPart } from './my-part.tsx'
import { Payments } from './payments.tsx'

const callTitle = ({ number, motion }: Call): string => (motion?.title ? `Call ${number}: ${motion.title}` : `Call ${number}`)

function WhatIsPaid({ circleId, userId, call }: { circleId: string; userId: string; call: Call }) {
  const { shares, paidCents, amountCents, openCents } = call
  const paid = shares.filter((share) => share.openCents === 0).length
  return (
    <Card className={styles.paid}>
      <CardHeader title="What is paid" aside={<span className="small sub num">Due {formatCalendarDay(call.dueDay, 'short')}</span>} />
      <div className={styles.ring}>
        <MoneyRing circleId={circleId} userId={userId} shares={shares} />
        <MoneyRows circleId={circleId} userId={userId} shares={shares} />
      </div>
      <p className={`${styles.together} small num`}>
        <b>
          {openCents === 0
            ? `All ${formatCents(amountCents)} is here`
            : `${paid} of ${shares.length} ${shares.length === 1 ? 'member has' : 'members have'} paid`}
        </b>
        <span>
          {formatCents(paidCents)} of {formatCents(amountCents)}
        </span>
      </p>
      <ProgressBar percent={Math.floor((paidCents * 100) / amountCents)} label="Paid of the call" />
    </Card>
  )
}

function Why({ circleId, call }: { circleId: string; call: Call }) {
  return (
    <Card className={styles.why}>
      <CardHeader title="Why" />
      <p className={styles.words}>{call.why}</p>
      {call.motion && (
        <IconNote icon={<IconGavel {...iconProps(16)} />}>
          <Link className="text-link" to={paths.circleMotion(circleId, call.motion._id)}>
            Motion passed {call.motion.passedAt && <Day at={call.motion.passedAt} form="short" />}
          </Link>
        </IconNote>
      )}
      <p className="small sub">Nobody’s arcs change when a part is late. What is open stays open.</p>
    </Card>
  )
}

type CallPageProps = {
  circleId: string
  callId: string
  userId: string
}

/** One call: what each arc is asked, what is paid of it, and the reader's own part. */
export function CallPage({ circleId, callId, userId }: CallPageProps) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: call } = useSuspenseQuery(callQuery(circleId, callId))
  useWatchCircle(circleId)
  const isPurchase = call.kind === 'purchase'
  const equally = isPurchase ? 'in proportion to the price of each arc' : `equal for each of the ${call.parts.length} arcs`
  return (
    <CallProvider circleId={circleId} userId={userId} call={call}>
      <BackButton
        to={isPurchase ? paths.circlePurchase(circleId) : paths.circle(circleId)}
        label={isPurchase ? 'The purchase' : circle.title}
      />
      <PageHeading
        subtitle={
          <span className="num">
            {formatCents(call.amountCents)}, {equally} · <bdi>{circle.title}</bdi>
          </span>
        }
        actions={
          <Badge
            kind={call.state === 'open' ? 'outline' : 'evergreen'}
            icon={call.state === 'open' ? <IconClock {...iconProps(16)} /> : <IconCircleCheck {...iconProps(16)} />}
          >
            {callStandingWords(call, call.desk.today)}
          </Badge>
        }
      >
        <bdi>{callTitle(call)}</bdi>
      </PageHeading>
      <SideColumns
        main={
          call.shares.length > 0 && (
            <>
              <WhatIsPaid circleId={circleId} userId={userId} call={call} />
              <AllParts className={styles.parts} />
              <Payments className={styles.payments} />
            </>
          )
        }
        side={
          <>
            {call.state !== 'over' && <MyPart className={styles.mine} />}
            {call.state === 'open' && (
              <div className={styles.where}>
                <WhereToPayCards circleId={circleId} isForPurchase={isPurchase} />
              </div>
            )}
            <Why circleId={circleId} call={call} />
          </>
        }
      />
    </CallProvider>
  )
}
