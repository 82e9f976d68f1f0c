import { useNavigate } from 'react-router'
import type { Distribution } from '#contract/distributions.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { formatCents } from '#domain/money.ts'
import { payeeLength } from '#domain/motion-kinds.ts'
import { noteLength } from '#domain/payouts.ts'
import { DateTimeField } from '#web/shared/time/date-time-field.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { useDistributionActs } from './use-distribution-acts.ts'

type Values = { closesAt: string | null; why: string; payee: string }
type Receiver = Distribution['receivers'][number]

type ProposeDialogProps = {
  circleId: string
  distribution: Distribution
  what: 'post' | 'reverse' | 'deposit'
  /** Whose money is deposited. */
  receiver?: Receiver
  onClose: () => void
}

const titles = { post: 'Propose to the circle', reverse: 'Propose to reverse it', deposit: 'Propose a deposit' } as const

function explain({ what, receiver, distribution }: ProposeDialogProps): string {
  if (what === 'post')
    return `The members vote. Who holds each arc now receives its part of ${formatCents(distribution.amountCents)}. It cannot be changed any more.`
  if (what === 'reverse') return 'The members vote. Every part is taken back if nothing was paid by then.'
  return `The members vote. Then you may give ${formatCents(receiver?.openCents ?? 0)} of ${isolate(receiver?.user.name ?? '')} to a third party; with its paper it counts as paid.`
}

/** Puts a distribution, its reversal or a deposit to the members, and opens the motion's page. */
export function ProposeDialog(props: ProposeDialogProps) {
  const { circleId, distribution, what, receiver, onClose } = props
  const acts = useDistributionActs(circleId)
  const navigate = useNavigate()
  const needsWhy = what !== 'post'
  const form = useSubmitForm<Values, Distribution>({
    initialValues: { closesAt: null, why: '', payee: '' },
    check: ({ closesAt, why, payee }) => [
      ...(closesAt ? [] : [{ field: 'closesAt', message: 'Please give a date and time' }]),
      ...(needsWhy && !why.trim() ? [{ field: 'why', message: 'Please say why' }] : []),
      ...(what === 'deposit' && !payee.trim() ? [{ field: 'payee', message: 'Please name the third party' }] : []),
    ],
    submit: ({ closesAt, why, payee }) => {
      const at = closesAt ?? ''
      if (what === 'post') return acts.propose(distribution._id, at)
      if (what === 'reverse') return acts.proposeReversal(distribution._id, { closesAt: at, why: why.trim() })
      return acts.proposeDeposit(distribution._id, {
        closesAt: at,
        why: why.trim(),
        payee: payee.trim(),
        receiver: receiver?.user._id ?? '',
      })
    },
    onSuccess: (saved) => {
      toast.success('Proposed. The members are asked to vote')
      onClose()
      const motion = what === 'post' ? saved.motion : saved.motions.findLast(({ act, state }) => act === what && state === 'open')
      if (motion) void navigate(paths.circleMotion(circleId, motion._id))
    },
  })
  return (
    <Dialog opened onClose={onClose} title={titles[what]}>
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p className="sub">{explain(props)}</p>
        {what === 'deposit' && <TextField label="Third party" required maxLength={payeeLength} {...form.field('payee')} />}
        {needsWhy && <TextField label="Why" required maxLength={noteLength} {...form.field('why')} />}
        <DateTimeField label="Voting closes" required {...form.field('closesAt')} />
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Propose" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
