import { IconAlertTriangle, IconCheck, IconGavel, IconX } from '@tabler/icons-react'
import type { BookForm } from '#contract/book.ts'
import { paths } from '#contract/paths.ts'
import type { BookAccount } from '#domain/book-accounts.ts'
import { formatCents } from '#domain/money.ts'
import { decidePayment, type PaymentFacts, type PaymentPermission, paymentRefusalWords } from '#domain/payment-permission.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { nullValue } from '#web/ui/fields/select-field.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './booking-dialog.module.css'
import type { BookingValues } from './booking-kinds.ts'

type Check = { readonly text: string; readonly figure: string; readonly detail: string; readonly isOk: boolean }
export type Allowance = {
  readonly checks: readonly Check[]
  readonly permission: PaymentPermission | null
  /** Null while nothing can be said yet. */
  readonly refusal: string | null
}

/** What permits a cost, by the same rule as the server’s; the server decides again with what is true then. */
export function allowanceOf(values: BookingValues, amountCents: number, form: BookForm, takesCash: boolean): Allowance {
  const motion = form.motions.find(({ _id }) => _id === values.motionId) ?? null
  const facts: PaymentFacts = {
    amountCents,
    account: values.account as BookAccount,
    day: values.day ?? form.today,
    payee: values.payee.trim() || null,
    relatedMember: values.related === 'none' || values.related === nullValue ? null : values.related,
    motion: motion && {
      category: motion.category,
      leftCents: motion.leftCents ?? 0,
      relatedMember: motion.relatedMember?._id ?? null,
      // An erased name is known to the server only.
      payee: motion.payee || null,
      until: motion.until,
    },
    emergencyLeftCents: form.emergencyLeftCents,
    takesCash,
    freeCashCents: form.freeCashCents,
    floorCents: form.floorCents,
  }
  const after = form.freeCashCents - amountCents
  const left = motion?.leftCents ?? 0
  const limit: Check = motion
    ? {
        text: `Motion “${motion.title}”`,
        figure: `${formatCents(left)} left`,
        detail: left >= amountCents ? `${formatCents(left - amountCents)} will be left after this.` : 'That is more than is left.',
        isOk: left >= amountCents,
      }
    : {
        text: amountCents <= form.emergencyLeftCents ? 'Within the emergency limit' : 'Above the emergency limit',
        figure: formatCents(form.emergencyLeftCents),
        detail: 'What is left of it this month, for payments without a motion.',
        isOk: amountCents <= form.emergencyLeftCents,
      }
  const floor: Check = {
    text: after >= form.floorCents ? 'Free cash stays above the floor' : 'Free cash goes below the floor',
    figure: formatCents(after),
    detail: form.floorCents > 0 ? `The floor is ${formatCents(form.floorCents)}.` : 'No reserve is set: the floor is $0.00.',
    isOk: after >= form.floorCents,
  }
  const checks = takesCash ? [limit, floor] : [limit]
  if (amountCents === 0) return { checks, permission: null, refusal: null }
  const decision = decidePayment(facts)
  return {
    checks,
    permission: decision.ok ? decision.value : null,
    refusal: decision.ok ? null : paymentRefusalWords(decision.reason, facts),
  }
}

/** The checks of a cost, filled while one types. What the bank shows is booked whatever permits it. */
export function Allowed({ circleId, allowance, isShown }: { circleId: string; allowance: Allowance; isShown: boolean }) {
  const { checks, permission, refusal } = allowance
  return (
    <>
      <h3>{refusal === null ? 'Allowed' : isShown ? 'Nothing permitted it' : 'Not allowed yet'}</h3>
      <ul className={`${styles.checks} num`}>
        {checks.map(({ text, figure, detail, isOk }) => (
          <li key={text}>
            <span className={styles.dot} data-ok={isOk}>
              {isOk ? <IconCheck {...iconProps(15)} /> : <IconX {...iconProps(15)} />}
            </span>
            <b>
              <bdi>{text}</bdi>
            </b>
            <span>{figure}</span>
            <span className="small sub">{detail}</span>
          </li>
        ))}
      </ul>
      <div aria-live="polite">
        {refusal !== null && (
          <p className={`${styles.refusal} num`}>
            <IconAlertTriangle {...iconProps(16)} /> {refusal}
          </p>
        )}
        {permission === 'emergency' && <p className="small sub">A motion to ratify it opens by itself, and everyone gets a notice.</p>}
        {refusal !== null && isShown && (
          <p className="small sub">The bank shows it, so it is booked. A motion to ratify it opens, and everyone gets a notice.</p>
        )}
      </div>
      {refusal !== null && !isShown && (checks.length === 1 || checks.at(-1)?.isOk) && (
        <ActionButton variant="light" to={paths.proposeSpend(circleId)} leftSection={<IconGavel {...iconProps(18)} />}>
          Propose a spend
        </ActionButton>
      )}
    </>
  )
}
