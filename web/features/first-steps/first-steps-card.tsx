import { IconCheck, IconCopy, IconEyeOff, IconPlus, IconShare2, IconUserPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { type FirstStep, type FirstStepName, firstStepsSentence, nextStep } from '#domain/first-steps.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { TickRing } from '#web/ui/ring/tick-ring.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './first-steps-card.module.css'
import { hasShareSheet } from './share-page.ts'
import type { FirstStepsOfOwner } from './use-first-steps.ts'

type FirstStepsCardProps = {
  circleId: string
  firsts: FirstStepsOfOwner & { readonly steps: readonly FirstStep[] }
  /** Opens the dialog of invitations, which is another feature. */
  onInvite: () => void
}

/** What a new owner does first. Each step ticks itself. */
export function FirstStepsCard({ circleId, firsts, onInvite }: FirstStepsCardProps) {
  const { steps, isHeadOnly, putAway } = firsts
  const next = nextStep(steps)
  return (
    <Card padded={false} className={styles.card} aria-label="First steps">
      <div className={styles.head}>
        <TickRing done={steps.map(({ isDone }) => isDone)} />
        <div>
          <h2 id="first-steps" tabIndex={-1}>
            First steps
          </h2>
          <p role="status">{firstStepsSentence(steps)}</p>
        </div>
        {isHeadOnly ? (
          <ActionButton variant="subtle" onClick={putAway}>
            Put away
          </ActionButton>
        ) : (
          <IconAction label="Put away" variant="subtle" color="gray" icon={<IconX {...iconProps(20)} />} onClick={putAway} />
        )}
      </div>
      {!isHeadOnly && (
        <ul className={styles.steps}>
          {steps.map((step) => (
            <li key={step.name} data-done={step.isDone}>
              <span className={styles.disc} aria-hidden="true">
                {step.isDone && <IconCheck {...iconProps(16)} stroke={2.4} />}
              </span>
              <div>
                <strong>
                  {step.title}
                  {step.isDone && <span className="visually-hidden">, done</span>}
                </strong>
                <p>{step.words}</p>
              </div>
              <div className={styles.buttons}>{buttonsOf(step, { circleId, firsts, onInvite, isNext: step.name === next })}</div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type Buttons = FirstStepsCardProps & { readonly isNext: boolean }

/** The next step has the filled button, the other open ones an outline, done ones none. */
function buttonsOf({ name, isDone, isPossible }: FirstStep, { circleId, firsts, onInvite, isNext }: Buttons): ReactNode {
  const variant = isDone ? 'subtle' : isNext ? 'filled' : 'outline'
  if (!isPossible) return name === 'share' ? <Badge icon={<IconEyeOff {...iconProps(15)} />}>Private circle</Badge> : null
  const buttons: Readonly<Record<FirstStepName, () => ReactNode>> = {
    invite: () => (
      <ActionButton variant={variant} {...(!isDone && { leftSection: <IconUserPlus {...iconProps(18)} /> })} onClick={onInvite}>
        {isDone ? 'Invite more' : 'Invite people'}
      </ActionButton>
    ),
    rules: () => (
      <ActionButton variant={variant} to={paths.circleCharter(circleId)}>
        Open the rules
      </ActionButton>
    ),
    property: () => (
      <ActionButton variant={variant} {...(!isDone && { leftSection: <IconPlus {...iconProps(18)} /> })} to={paths.addProperty(circleId)}>
        Add Property
      </ActionButton>
    ),
    share: () => (
      <>
        <ActionButton variant={variant} {...(!isDone && { leftSection: <IconCopy {...iconProps(18)} /> })} onClick={firsts.copyLink}>
          Copy link
        </ActionButton>
        {hasShareSheet() && (
          <IconAction
            label="Share"
            variant={isDone ? 'subtle' : 'default'}
            color="gray"
            icon={<IconShare2 {...iconProps(18)} />}
            onClick={firsts.share}
          />
        )}
      </>
    ),
  }
  return buttons[name]()
}
