import { IconAlertTriangle, IconArrowBackUp, IconGavel } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Distribution } from '#contract/distributions.ts'
import { paths } from '#contract/paths.ts'
import { formatDay } from '#domain/dates.ts'
import { formatCents } from '#domain/money.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { useZone } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CentsRing } from './cents-ring.tsx'
import styles from './distribution-page.module.css'
import { paidWords, stateWords, titleOf, wayOf } from './distribution-words.ts'
import { distributionQuery, distributionsQuery } from './distributions.queries.ts'
import { DraftForm } from './draft-form.tsx'
import { PaidDialog } from './paid-dialogs.tsx'
import { ProposeDialog } from './propose-dialogs.tsx'
import { useDistributionActs } from './use-distribution-acts.ts'
import { WayLine } from './way-line.tsx'
import { PaidState, WhoReceives } from './who-receives.tsx'

type Receiver = Distribution['receivers'][number]
type PageProps = { circleId: string; userId: string; distribution: Distribution }

/** Two short words of a mark: it came, or it did not. Booked by the receiver's word, after a step-up. */
function MarkCard({ circleId, distribution, receiver, mark }: PageProps & { receiver: Receiver; mark: NonNullable<Receiver['mark']> }) {
  const acts = useDistributionActs(circleId)
  const stepUp = useStepUp('confirm_money')
  const [asking, ask] = useState<'confirm' | 'withdraw' | null>(null)
  const send = async (done: string, act: () => Promise<unknown>) => {
    ask(null)
    try {
      await stepUp.run(act)
      toast.success(done)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Something went wrong...')
    }
  }
  return (
    <Card className={styles.stack}>
      <CardHeader title="Marked as paid" />
      <p className="num">
        <b>{formatCents(mark.amountCents)}</b> to <bdi>{receiver.user.name}</bdi>: <bdi>{mark.words}</bdi>, said by{' '}
        <bdi>{mark.markedBy.name}</bdi>. It counts once it is confirmed.
      </p>
      <div className={styles.acts}>
        {mark.mayConfirm && <ActionButton onClick={() => ask('confirm')}>It has come</ActionButton>}
        {mark.mayWithdraw && (
          <ActionButton variant="subtle" onClick={() => ask('withdraw')}>
            {mark.mayConfirm ? 'It has not come' : 'Withdraw'}
          </ActionButton>
        )}
      </div>
      <ConfirmDialog
        opened={asking === 'confirm'}
        title="Has it come?"
        confirmLabel="Confirm"
        warning="Your word cannot be taken back"
        consequence={`You say that ${formatCents(mark.amountCents)} has come. It is booked as paid.`}
        onCancel={() => ask(null)}
        onConfirm={() => void send('Booked as paid', () => acts.confirm(distribution._id, mark._id))}
      />
      <ConfirmDialog
        opened={asking === 'withdraw'}
        title="Withdraw the mark?"
        confirmLabel="Withdraw"
        warning={null}
        consequence="It stays owed."
        onCancel={() => ask(null)}
        onConfirm={() => void send('The mark is withdrawn', () => acts.withdraw(distribution._id, mark._id))}
      />
      {stepUp.dialog}
    </Card>
  )
}

/** The reader's own part, and where it stands. */
function MyPart({ circleId, distribution, userId }: PageProps) {
  const own = distribution.receivers.find(({ user }) => user._id === userId)
  if (!own) return null
  const isSure = distribution.state === 'posted' || distribution.state === 'paid'
  const isPaid = isSure && own.owedCents > 0 && own.openCents === 0
  return (
    <Card className={styles.stack}>
      <CardHeader
        title={isPaid ? 'You received' : isSure ? 'You receive' : 'You would receive'}
        aside={isSure && <PaidState row={{ ...own, isMarked: own.mark !== null }} />}
      />
      <p className={`${styles.mine} num`}>{formatCents(own.amountCents)}</p>
      <p className="small sub num">{own.reckoned}</p>
      {own.setOffCents > 0 && (
        <p className="small num">
          {formatCents(own.setOffCents)} settles unpaid parts of calls; {formatCents(own.owedCents)} is owed to you.
        </p>
      )}
      {distribution.motion?.state === 'open' && (
        <ActionButton to={paths.circleMotion(circleId, distribution.motion._id)} leftSection={<IconGavel {...iconProps(18)} />}>
          Vote
        </ActionButton>
      )}
    </Card>
  )
}

function MotionsOf({ circleId, distribution }: Omit<PageProps, 'userId'>) {
  const motions = [...(distribution.motion ? [distribution.motion] : []), ...distribution.motions]
  if (motions.length === 0) return null
  return (
    <Card className={styles.stack}>
      <CardHeader title="Decided by" />
      {motions.map(({ _id, title, standing, state }) => (
        <IconNote key={_id} icon={<IconGavel {...iconProps(16)} />}>
          <Link className="text-link" to={paths.circleMotion(circleId, _id)}>
            <bdi>{title || 'A motion'}</bdi>
          </Link>
          <span className="small sub">
            {' '}
            {standing ??
              {
                passed: 'Passed',
                did_not_pass: 'Did not pass',
                withdrawn: 'Ended without a result',
                lapsed: 'Passed, and lapsed',
                open: 'Open',
              }[state]}
          </span>
        </IconNote>
      ))}
      {distribution.entries.map(({ _id, number }) => (
        <Link key={_id} className="text-link small" to={paths.circleBookEntry(circleId, _id)}>
          Entry No {number} of the book
        </Link>
      ))}
    </Card>
  )
}

/** What waits, lapsed or was reversed, in one sentence. */
function Standing({ distribution }: { distribution: Distribution }) {
  const zone = useZone()
  const { state, waitsUntil, lapsed, reversedAt } = distribution
  const words =
    state === 'reversed' && reversedAt
      ? `Reversed ${formatDay(reversedAt, zone)}. Every part was taken back by one of the same size.`
      : lapsed
        ? `${lapsed}.`
        : waitsUntil
          ? `It passed and waits for cash until ${formatDay(waitsUntil, zone)}; then it lapses.`
          : null
  if (words === null) return null
  return (
    <p className={styles.standing}>
      <IconAlertTriangle {...iconProps(18)} aria-hidden />
      <span>{words}</span>
    </p>
  )
}

/** A distribution that was proposed: who receives what, and what of it is paid. */
function Proposed({ circleId, userId, distribution }: PageProps) {
  const [asking, ask] = useState<{ readonly what: 'paid' | 'deposited' | 'deposit'; readonly receiver: Receiver } | 'reverse' | null>(null)
  const { receivers, parts, may, state } = distribution
  const isPosted = state === 'posted' || state === 'paid'
  const close = () => ask(null)
  const marks = receivers.flatMap((receiver) => (receiver.mark ? [{ receiver, mark: receiver.mark }] : []))
  return (
    <>
      <Standing distribution={distribution} />
      <SideColumns
        main={
          <>
            {isPosted && <p className="num">{paidWords(distribution)}</p>}
            {marks.map((each) => (
              <MarkCard key={each.mark._id} circleId={circleId} userId={userId} distribution={distribution} {...each} />
            ))}
            <WhoReceives
              circleId={circleId}
              userId={userId}
              rows={receivers.map((receiver) => ({ ...receiver, isMarked: receiver.mark !== null }))}
              amountCents={parts.reduce((sum, { amountCents }) => sum + amountCents, 0)}
              arcs={parts.length}
              waiting={parts.filter(({ receiver }) => receiver === null)}
              hasStates={isPosted}
              actsOf={(row) => {
                const receiver = receivers.find(({ user }) => user._id === row.user._id)
                if (!receiver || receiver.openCents === 0 || receiver.mark) return null
                if (receiver.depositMotionId)
                  return (
                    <ActionButton variant="light" onClick={() => ask({ what: 'deposited', receiver })}>
                      Book the deposit
                    </ActionButton>
                  )
                return (
                  <>
                    {may.markPaid && (
                      <ActionButton variant="light" onClick={() => ask({ what: 'paid', receiver })}>
                        Mark as paid
                      </ActionButton>
                    )}
                    {receiver.mayProposeDeposit && (
                      <ActionButton variant="subtle" onClick={() => ask({ what: 'deposit', receiver })}>
                        Propose a deposit
                      </ActionButton>
                    )}
                  </>
                )
              }}
            />
            {may.markPaid && (
              <p className="small sub">
                Payouts are matched when the bank shows them:{' '}
                <Link className="text-link" to={paths.circleBookMatch(circleId)}>
                  match with the bank
                </Link>
                .
              </p>
            )}
          </>
        }
        side={
          <>
            <MyPart circleId={circleId} userId={userId} distribution={distribution} />
            {parts.length > 0 && <CentsRing circleId={circleId} userId={userId} parts={parts} oddCents={distribution.oddCents} />}
            <MotionsOf circleId={circleId} distribution={distribution} />
            {may.proposeReversal && (
              <ActionButton variant="outline" leftSection={<IconArrowBackUp {...iconProps(18)} />} onClick={() => ask('reverse')}>
                Propose to reverse it
              </ActionButton>
            )}
          </>
        }
      />
      {asking === 'reverse' && <ProposeDialog circleId={circleId} distribution={distribution} what="reverse" onClose={close} />}
      {asking !== null && asking !== 'reverse' && asking.what === 'deposit' && (
        <ProposeDialog circleId={circleId} distribution={distribution} what="deposit" receiver={asking.receiver} onClose={close} />
      )}
      {asking !== null && asking !== 'reverse' && asking.what !== 'deposit' && (
        <PaidDialog circleId={circleId} distribution={distribution} receiver={asking.receiver} what={asking.what} onClose={close} />
      )}
    </>
  )
}

export function NewDistributionPage({ circleId, userId }: { circleId: string; userId: string }) {
  const { data } = useSuspenseQuery(distributionsQuery(circleId))
  const zone = useZone()
  return (
    <div className={styles.page}>
      <BackButton to={paths.circleDistributions(circleId)} label="What was paid out" />
      <PageHeading
        subtitle={
          <>
            A draft is seen by you only · <bdi>{data.circle.name}</bdi>
          </>
        }
      >
        Pay out
      </PageHeading>
      <WayLine steps={wayOf(null, (at) => formatDay(at, zone, 'short'))} />
      {data.desk && data.mayDraft ? (
        <DraftForm circleId={circleId} userId={userId} desk={data.desk} draft={null} />
      ) : (
        <Card>
          <p className="sub">The treasurer drafts what is paid out, while the circle owns a property.</p>
        </Card>
      )}
    </div>
  )
}

export function DistributionPage({ circleId, userId, distributionId }: { circleId: string; userId: string; distributionId: string }) {
  const { data } = useSuspenseQuery(distributionQuery(circleId, distributionId))
  const zone = useZone()
  useWatchCircle(circleId)
  const isDraft = data.state === 'draft'
  return (
    <div className={styles.page}>
      <BackButton to={paths.circleDistributions(circleId)} label="What was paid out" />
      <PageHeading
        subtitle={
          <>
            {isDraft ? 'Draft, seen by you only' : data.note && <bdi>{data.note}</bdi>}
            {(isDraft || data.note) && ' · '}
            <bdi>{data.circle.name}</bdi>
          </>
        }
        actions={<Badge kind={data.state === 'paid' ? 'evergreen' : 'outline'}>{stateWords[data.state]}</Badge>}
      >
        <span className="num">{titleOf(data)}</span>
      </PageHeading>
      <WayLine steps={wayOf(data, (at) => formatDay(at, zone, 'short'))} />
      {isDraft && data.desk && data.may.change ? (
        <DraftForm key={data._id} circleId={circleId} userId={userId} desk={data.desk} draft={data} />
      ) : (
        <Proposed circleId={circleId} userId={userId} distribution={data} />
      )}
    </div>
  )
}
