import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { formatCents } from '#domain/money.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import styles from './purchase.module.css'
import { usePurchase } from './purchase-context.tsx'
import { SettlementForm } from './settlement-form.tsx'
import { SettlementReview } from './settlement-review.tsx'
import { FormDialog } from './step-dialogs.tsx'

const reasonLength = 500

/** Finishing, giving up, and afterwards how it ended. */
export function HowItEnds({ isOwner, ownerName }: { isOwner: boolean; ownerName: string }) {
  const { purchase } = usePurchase()
  if (purchase.outcome === 'bought') return <Bought />
  if (purchase.outcome === 'given_up') return <GivenUp />
  return <StillOpen isOwner={isOwner} ownerName={ownerName} />
}

function StillOpen({ isOwner, ownerName }: { isOwner: boolean; ownerName: string }) {
  const { purchase, circleId } = usePurchase()
  const [open, setOpen] = useState<'settlement' | 'give_up' | null>(null)
  const { settlement, giveUp, mayFinish } = purchase
  const close = () => setOpen(null)
  const owner = isOwner ? 'you enter' : `${isolate(ownerName)} enters`
  return (
    <Card className={styles.ends}>
      <h2>{settlement ? 'The settlement statement' : 'How it ends'}</h2>
      {settlement ? (
        <SettlementReview settlement={settlement} />
      ) : (
        <>
          <p>
            When the deed is recorded, {owner} the lines of the settlement statement. Another member compares them with the paper and
            confirms, and the circle owns. If it falls through, everyone is owed what they paid, less their part of what was spent.
          </p>
          {mayFinish && <ActionButton onClick={() => setOpen('settlement')}>Enter the settlement statement</ActionButton>}
        </>
      )}
      {giveUp === 'owner' && isOwner && (
        <ActionButton variant="subtle" data-flush="start" onClick={() => setOpen('give_up')}>
          Give up this purchase
        </ActionButton>
      )}
      {giveUp === 'motion' && (
        <ActionButton variant="subtle" data-flush="start" to={`${paths.newMotion(circleId)}?kind=give_up`}>
          Propose to give up
        </ActionButton>
      )}
      {giveUp === 'not_now' && isOwner && !settlement && (
        <p className="small sub">Giving up is not possible now: once the wire is done, the money has to be back first.</p>
      )}
      {open === 'settlement' && <SettlementForm onClose={close} />}
      {open === 'give_up' && <GiveUpDialog onClose={close} />}
    </Card>
  )
}

function GiveUpDialog({ onClose }: { onClose: () => void }) {
  const { acts, run, purchase } = usePurchase()
  const form = useSubmitForm({
    initialValues: { reason: '' },
    check: ({ reason }) => (reason.trim() ? [] : [{ field: 'reason', message: 'Please say why' }]),
    submit: ({ reason }) => run(() => acts.giveUp(reason.trim())),
    onSuccess: onClose,
  })
  return (
    <FormDialog title={`Give up ${isolate(purchase.property.address)}?`} form={form} submitLabel="Give up" onClose={onClose}>
      <p className="sub">Nothing was paid yet, so nobody is owed anything. The circle decides again. This cannot be taken back.</p>
      <TextAreaField label="Why" required rows={3} maxLength={reasonLength} {...form.field('reason')} />
    </FormDialog>
  )
}

function Bought() {
  const { purchase } = usePurchase()
  const { day } = useDates()
  return (
    <Card className={styles.ends}>
      <CardHeader title={`Bought${purchase.endedAt ? ` on ${day(purchase.endedAt)}` : ''}`} />
      {purchase.settlement ? <SettlementReview settlement={purchase.settlement} isConfirmed /> : <p>The circle owns the property.</p>}
    </Card>
  )
}

const owedWords = (cents: number, isYou: boolean): string => {
  if (cents === 0) return 'nothing open'
  if (cents > 0) return `${isYou ? 'are' : 'is'} owed ${formatCents(cents)}`
  return `${isYou ? 'owe' : 'owes'} ${formatCents(-cents)}`
}

function GivenUp() {
  const { purchase, userId } = usePurchase()
  const { day } = useDates()
  const owed = purchase.owed ?? []
  return (
    <Card className={styles.ends}>
      <h2>Given up{purchase.endedAt && ` on ${day(purchase.endedAt)}`}</h2>
      {purchase.reason && <p>“{isolate(purchase.reason)}”</p>}
      {owed.some(({ owedCents }) => owedCents !== 0) ? (
        <>
          <p>Everyone is owed what they paid, less their part of what was spent.</p>
          <dl className={`${styles.owed} num`} aria-label="Who is owed what">
            {owed.map(({ _id, name, owedCents }) => (
              <div key={_id} data-you={_id === userId}>
                <dt>{_id === userId ? 'You' : <bdi>{name}</bdi>}</dt>
                <dd>{owedWords(owedCents, _id === userId)}</dd>
              </div>
            ))}
          </dl>
          <p className="small sub">Until nothing is owed, nobody can be removed or released. The Book shows each payment.</p>
        </>
      ) : (
        <p>Nothing is owed to anyone.</p>
      )}
    </Card>
  )
}
