import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconMail,
  IconMessage2Question,
  IconRefresh,
  IconSend,
  IconUpload,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { VerificationStep } from '#contract/verification.ts'
import { isolate } from '#domain/isolate.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './review.module.css'

const icons = {
  requested: IconUserQuestion,
  document: IconUpload,
  sent: IconSend,
  notified: IconMail,
  verified: IconCircleCheck,
  asked: IconMessage2Question,
  declined: IconCircleX,
  reopened: IconRefresh,
  undone: IconArrowBackUp,
} as const

const titles: Readonly<Record<VerificationStep['kind'], (words: string | null) => string>> = {
  requested: () => 'Verification requested',
  document: (name) => `${isolate(name ?? 'A document')} added`,
  sent: () => 'Sent to our team',
  notified: () => 'Email notification sent',
  verified: () => 'Verified',
  asked: () => 'Asked for more',
  declined: () => 'Declined',
  reopened: () => 'Reopened',
  undone: () => 'Verification undone',
}

/** What happened so far, newest first. */
export function ReviewSteps({ steps }: { steps: readonly VerificationStep[] }) {
  return (
    <Card>
      <CardHeader title="So far" level="h3" />
      {steps.length === 0 ? (
        <p className="sub">Nothing yet.</p>
      ) : (
        <ul className={styles.steps}>
          {steps.map((step) => (
            <Step key={`${step.kind} ${step.at} ${step.words}`} step={step} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Step({ step: { kind, at, by, words } }: { step: VerificationStep }) {
  const Icon = icons[kind]
  return (
    <li>
      <IconDisc tone="outline">
        <Icon {...iconProps(18)} />
      </IconDisc>
      <div>
        <p>{titles[kind](words)}</p>
        {kind !== 'document' && words && <p className="small sub">“{words}”</p>}
        <p className="small muted">
          <Moment at={at} />
          {by && ` · ${by}`}
        </p>
      </div>
    </li>
  )
}
