import { IconBell, IconCircleCheck, IconClock, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Offer, OfferTransfer } from '#contract/offers.ts'
import { paths } from '#contract/paths.ts'
import { formatDollars } from '#domain/money.ts'
import { arcNames } from '#web/shared/offers/offer-words.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './offers.module.css'
import { type OfferActs, useOneAct } from './use-offer-acts.ts'

type TransferProps = { offer: Offer; transfer: OfferTransfer; acts: OfferActs }

/** The buyer says *paid*; a newcomer agrees to the charter with it. */
function Pay({ offer, transfer, acts }: TransferProps) {
  const [isAsking, ask] = useState(false)
  const [isAgreed, agree] = useState(false)
  const { run, dialog } = useStepUp('confirm_money')
  const { busy, act } = useOneAct(run)
  const sum = formatDollars(transfer.price * transfer.arcs.length)
  const isReady = !transfer.isNewcomer || isAgreed
  return (
    <>
      <p>
        Pay {sum} to {offer.seller ? <bdi>{offer.seller.name}</bdi> : 'the seller'} directly, then say so here. Ask them themselves where to
        pay: account details never come by mail.
      </p>
      {transfer.isNewcomer && (
        <>
          <ToggleField
            label={`I have read version ${offer.charterVersion} of the circle’s charter and agree to it.`}
            value={isAgreed}
            onChange={agree}
          />
          <Link className="text-link" to={paths.circleCharter(offer.circle._id)}>
            Read the charter
          </Link>
        </>
      )}
      <ActionButton disabled={!isReady} loading={busy === 'paid'} onClick={() => ask(true)}>
        I have paid
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        title="Have you paid?"
        confirmLabel="I have paid"
        warning="Your word cannot be taken back"
        consequence={`You say that you have paid ${sum} for ${arcNames(transfer.arcs).toLowerCase()}. The arcs are yours once the seller has said received.`}
        onCancel={() => ask(false)}
        onConfirm={() => {
          ask(false)
          void act('paid', 'The seller is told', () => acts.paid(transfer._id, transfer.isNewcomer ? offer.charterVersion : null))
        }}
      />
      {dialog}
    </>
  )
}

/** Who was chosen among others says no: nobody bars them for it. */
function Decline({ offer, transfer, acts }: TransferProps) {
  const [isAsking, ask] = useState(false)
  const { busy, act } = useOneAct()
  return (
    <>
      <ActionButton variant="outline" loading={busy === 'no'} onClick={() => ask(true)}>
        No, thank you
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        title="Do you not want them?"
        confirmLabel="No, thank you"
        consequence={`${arcNames(transfer.arcs)} stay open to others, and your yes is taken back. You can say yes again, and nothing bars you from other arcs.`}
        onCancel={() => ask(false)}
        onConfirm={() => {
          ask(false)
          void act('no', 'The seller is told', () => acts.decline(offer._id))
        }}
      />
    </>
  )
}

/** The seller says *received*, and the arcs move. */
function Receive({ transfer, acts }: TransferProps) {
  const [isAsking, ask] = useState(false)
  const { run, dialog } = useStepUp('confirm_money')
  const { busy, act } = useOneAct(run)
  const sum = formatDollars(transfer.price * transfer.arcs.length)
  return (
    <>
      <p>The buyer says that they have paid {sum}. Look at your bank first: after this the arcs are theirs.</p>
      <ActionButton loading={busy === 'received'} onClick={() => ask(true)}>
        I have received it
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        title="Have you received it?"
        confirmLabel={`Received, hand on ${arcNames(transfer.arcs).toLowerCase()}`}
        consequence={`${sum} is in your account. ${arcNames(transfer.arcs)} go to the buyer at once.`}
        onCancel={() => ask(false)}
        onConfirm={() => {
          ask(false)
          void act('received', 'The arcs are handed on', () => acts.received(transfer._id))
        }}
      />
      {dialog}
    </>
  )
}

function Settle({ transfer, acts }: TransferProps) {
  const { busy, act } = useOneAct()
  return (
    <>
      <p>Paid 30 days ago and not received. A motion can settle it, without the votes of its two parties.</p>
      <div className={styles.acts}>
        <ActionButton
          variant="outline"
          loading={busy === 'done'}
          onClick={() => act('done', 'The members vote on it', () => acts.settle(transfer._id, 'done'))}
        >
          Propose: it is done
        </ActionButton>
        <ActionButton
          variant="outline"
          loading={busy === 'ended'}
          onClick={() => act('ended', 'The members vote on it', () => acts.settle(transfer._id, 'ended'))}
        >
          Propose: it ends
        </ActionButton>
      </div>
    </>
  )
}

/** From *paid* to the moment at which the arcs move, and the buyer's reminder. */
function PaidChain({ offer, transfer, acts }: TransferProps) {
  const { busy, act } = useOneAct()
  const seller = offer.isMine ? 'You say' : offer.seller ? <>{offer.seller.name} says</> : 'The seller says'
  const told = transfer.remindedAt ?? transfer.paidAt
  return (
    <>
      <ol className={styles.chain} aria-label="The way of this transfer">
        <li data-state="done">
          <IconCircleCheck {...iconProps(20)} aria-hidden />
          <span>
            <b>{transfer.isMine ? 'You said: paid' : 'The buyer said: paid'}</b>
            <span className="small sub num">
              {formatDollars(transfer.price * transfer.arcs.length)}
              {transfer.paidAt && (
                <>
                  , <Moment at={transfer.paidAt} form="short" />
                </>
              )}
            </span>
          </span>
        </li>
        <li data-state="now">
          <IconClock {...iconProps(20)} aria-hidden />
          <span>
            <b>
              <bdi>{seller}</bdi>: received
            </b>
            {told && (
              <span className="small sub">
                {transfer.remindedAt ? 'Reminded on ' : 'Told on '}
                <Moment at={told} form="short" />
              </span>
            )}
          </span>
        </li>
        <li data-state="ahead">
          <IconLock {...iconProps(20)} aria-hidden />
          <span>Then {transfer.arcs.length === 1 ? 'the arc moves' : 'the arcs move'}, at once</span>
        </li>
      </ol>
      {transfer.mayRemind && (
        <ActionButton
          variant="outline"
          leftSection={<IconBell {...iconProps(18)} />}
          loading={busy === 'remind'}
          onClick={() => act('remind', 'The seller is reminded', () => acts.remind(transfer._id))}
        >
          Remind the seller
        </ActionButton>
      )}
    </>
  )
}

const look = ({ state }: OfferTransfer) => (state === 'done' ? ('evergreen' as const) : ('neutral' as const))

/** One transfer of arcs to their buyer: what was said, and what can be done next. */
export function TransferCard(props: TransferProps) {
  const { offer, transfer } = props
  const to = transfer.isMine ? 'you' : transfer.buyer ? <bdi>{transfer.buyer.name}</bdi> : 'a newcomer'
  return (
    <Card className={`${styles.stack} ${transfer.endedAt === null ? styles.first : ''}`}>
      <CardHeader
        title={
          <>
            {arcNames(transfer.arcs)}, {offer.seller ? <bdi>{offer.seller.name}</bdi> : 'the seller'} to {to}
          </>
        }
        aside={<span className="small sub num">{formatDollars(transfer.price)} per arc</span>}
      />
      <Badge kind={look(transfer)}>{transfer.words}</Badge>
      {transfer.paidAt && transfer.endedAt === null && <PaidChain {...props} />}
      {transfer.paidAt && transfer.endedAt && (
        <p className="small sub">
          The buyer said paid on <Moment at={transfer.paidAt} form="short" />.
        </p>
      )}
      {transfer.endedAt && (
        <p className="small sub">
          It ended on <Moment at={transfer.endedAt} form="short" />.
        </p>
      )}
      {transfer.mayPay && <Pay {...props} />}
      {transfer.mayDecline && <Decline {...props} />}
      {transfer.mayReceive && <Receive {...props} />}
      {transfer.maySettle && <Settle {...props} />}
      {[...(transfer.motion ? [transfer.motion] : []), ...transfer.settlings].map((motion) => (
        <Link key={motion} className="text-link" to={paths.circleMotion(offer.circle._id, motion)}>
          {motion === transfer.motion ? 'The motion to admit' : 'A motion to settle it'}
        </Link>
      ))}
    </Card>
  )
}
