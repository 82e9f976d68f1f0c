import { IconBuildingBank, IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PayDetails, PayPlace, ShownDetails, WhereToPay } from '#contract/where-to-pay.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { CallDialog, NameDialog, StopDialog } from './pay-dialogs.tsx'
import { PayGuards } from './pay-guards.tsx'
import { useShownDetails } from './use-shown-details.ts'
import styles from './where-to-pay.module.css'
import { usePayActs, whereToPayQuery } from './where-to-pay.queries.ts'

type WhereToPayProps = {
  circleId: string
  /** Null: the title company of the present purchase. */
  bankAccountId: string | null
}

/** Where to pay as a card of its own. Shows nothing where there is nothing to pay to. */
export function WhereToPayCard(props: WhereToPayProps) {
  const { data, isError, refetch } = useQuery(whereToPayQuery(props.circleId))
  const place = data?.places.find(({ bankAccountId }) => bankAccountId === props.bankAccountId)
  if (data && !place) return null
  return (
    <Card aria-label="Where to pay">
      <div className={styles.head}>
        <IconDisc tone="evergreen" size={44}>
          <IconBuildingBank {...iconProps(22)} />
        </IconDisc>
        <div>
          <h2>Where to pay</h2>
          {place && <p className="sub">{placeWords(place)}</p>}
        </div>
      </div>
      {isError && !data ? (
        <FailureState title="Where to pay could not be loaded" onRetry={() => void refetch()} />
      ) : !data || !place ? (
        <Loading>
          <Bone height={180} radius={10} />
        </Loading>
      ) : (
        <Place circleId={props.circleId} place={place} now={data} />
      )}
    </Card>
  )
}

const placeWords = ({ bankAccountId, name }: PayPlace): ReactNode =>
  bankAccountId === null ? (
    'The title company you chose'
  ) : (
    <>
      The circle’s account: <bdi>{name}</bdi>
    </>
  )

type Asking = { readonly what: 'name' } | { readonly what: 'call' | 'stop' | 'withdraw'; readonly details: PayDetails }

function Place({ circleId, place, now }: { circleId: string; place: PayPlace; now: WhereToPay }) {
  const acts = usePayActs(circleId)
  const { run, isAsking, dialog } = useStepUp('where_to_pay')
  const [asking, ask] = useState<Asking | null>(null)
  const close = () => ask(null)
  const { inForce, coming, mayName, bankAccountId } = place
  const asked = { isAsking, onClose: close }
  const parts = { onAsk: ask, onShow: (id: string) => run(() => acts.show(id)) }
  return (
    <>
      {!inForce && coming.length === 0 && (
        <p className={`sub ${styles.nothing}`}>
          Nothing is named yet. The owner or the treasurer names the account, another member calls and confirms it, and after three days of
          notice it can be used.
        </p>
      )}
      {inForce && <Named key={inForce._id} details={inForce} {...parts} />}
      {coming.map((details) => (
        <div key={details._id} className={inForce ? styles.coming : undefined}>
          {inForce && <h3>New details wait</h3>}
          <Named details={details} {...parts} />
        </div>
      ))}
      {now.waitsUntil && (
        <p className="small sub">
          Your password, address or passkeys changed a short time ago. Where to pay opens to you on <Moment at={now.waitsUntil} />.
        </p>
      )}
      {!now.hasKey && (
        <p className="small sub">Account details can’t be kept here yet: the people who run this site have to set a key first.</p>
      )}
      {mayName && (
        <ActionButton variant={inForce || coming.length > 0 ? 'subtle' : 'filled'} fullWidth onClick={() => ask({ what: 'name' })}>
          {inForce || coming.length > 0 ? 'Name other details' : 'Name account details'}
        </ActionButton>
      )}
      {asking?.what === 'name' && (
        <NameDialog bankAccountId={bankAccountId} onName={(details) => run(() => acts.name(details))} {...asked} />
      )}
      {asking?.what === 'call' && (
        <CallDialog
          isAfterStop={asking.details.state === 'stopped'}
          onCall={(call) => run(() => (asking.details.state === 'stopped' ? acts.callBack : acts.confirm)(asking.details._id, call))}
          {...asked}
        />
      )}
      {asking?.what === 'stop' && <StopDialog onStop={(words) => run(() => acts.stop(asking.details._id, words))} {...asked} />}
      {asking?.what === 'withdraw' && (
        <ConfirmDialog
          opened={!isAsking}
          title="Withdraw these details?"
          consequence="They are not used. Every member learns of it."
          warning={null}
          confirmLabel="Withdraw"
          onCancel={close}
          onConfirm={() =>
            void run(() => acts.withdraw(asking.details._id)).then(() => {
              toast.success('Withdrawn')
              close()
            }, toastFailure)
          }
        />
      )}
      {dialog}
    </>
  )
}

type NamedProps = { details: PayDetails; onAsk: (asking: Asking) => void; onShow: (id: string) => Promise<ShownDetails> }

/** Details as they were named: what happened to them, the details themselves for a minute, and what the reader can do. */
function Named({ details, onAsk, onShow }: NamedProps) {
  const shown = useShownDetails()
  const [isPending, setPending] = useState(false)
  const { may, showings, state } = details
  const show = async () => {
    setPending(true)
    try {
      shown.open(await onShow(details._id))
    } catch (error) {
      toastFailure(error instanceof Error ? error : new Error('Something went wrong...'))
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <PayGuards details={details} />
      {shown.details ? (
        <Shown details={shown.details} secondsLeft={shown.secondsLeft} onHide={shown.close} />
      ) : (
        <p className={styles.hidden}>
          <span className={styles.dots} aria-hidden="true">
            ••••
          </span>
          <span>Account details are hidden. They are never in a mail.</span>
        </p>
      )}
      <div className={styles.acts}>
        {may.show && !shown.details && (
          <ActionButton
            variant="outline"
            fullWidth
            loading={isPending}
            leftSection={<IconFingerprint {...iconProps(19)} />}
            onClick={() => void show()}
          >
            {may.show === 'to_pay' ? 'Show account details' : 'Show details to compare'}
          </ActionButton>
        )}
        {may.confirm && (
          <ActionButton fullWidth onClick={() => onAsk({ what: 'call', details })}>
            I have called
          </ActionButton>
        )}
        {may.callBack && (
          <ActionButton fullWidth onClick={() => onAsk({ what: 'call', details })}>
            I have called back
          </ActionButton>
        )}
        {may.withdraw && (
          <ActionButton variant="subtle" fullWidth onClick={() => onAsk({ what: 'withdraw', details })}>
            Withdraw
          </ActionButton>
        )}
      </div>
      {showings.length > 0 && (
        <details className={styles.showings}>
          <summary>Seen {showings.length === 1 ? 'once' : `${showings.length} times`}</summary>
          <ul>
            {showings.map(({ by, at }) => (
              <li key={`${by._id} ${at}`}>
                <bdi>{by.name}</bdi>, <Moment at={at} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {may.stop && (
        <p className={`small sub ${styles.doubt}`}>
          {state === 'usable' ? 'Did a mail give you other details? Do not pay.' : 'Is something wrong with these details?'}{' '}
          <button type="button" className={`text-link ${styles.tell}`} onClick={() => onAsk({ what: 'stop', details })}>
            Tell the circle
          </button>
        </p>
      )}
    </>
  )
}

const inThrees = (digits: string): string => digits.replace(/(.{3})(?=.)/g, '$1 ')

function Shown({ details, secondsLeft, onHide }: { details: ShownDetails; secondsLeft: number; onHide: () => void }) {
  const isToCompare = details.purpose === 'to_compare'
  const rows = [
    ['Name on the account', details.payee],
    ['Bank', details.bank],
    ['Routing number', inThrees(details.routingNumber)],
    ['Account number', details.accountNumber],
    ['IBAN', details.iban],
  ] as const
  return (
    <section className={styles.shown} aria-label="Account details">
      {isToCompare && <p className={styles.warning}>Do not pay to these details. They are shown to compare them in your call.</p>}
      <dl>
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="num">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.left}>
        <span role="timer">Hidden again in {secondsLeft === 1 ? '1 second' : `${secondsLeft} seconds`}.</span>
        <ActionButton variant="subtle" onClick={onHide}>
          Hide now
        </ActionButton>
      </p>
    </section>
  )
}
