import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { AcquisitionStep } from '#contract/acquisition.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { usePurchase } from './purchase-context.tsx'
import styles from './purchase-path.module.css'
import { PurchaseStep, type StepAct } from './purchase-step.tsx'
import { AddStepDialog, ChangeStepDialog, EndStepDialog, SkipStepDialog } from './step-dialogs.tsx'
import { wayWords } from './step-words.ts'

const dialogs = { end: EndStepDialog, change: ChangeStepDialog, skip: SkipStepDialog } as const satisfies Record<
  StepAct,
  (props: { step: AcquisitionStep; onClose: () => void }) => unknown
>

/** The way to the deed: every step, who does it and until when. Brokers see the steps that are theirs. */
export function PurchasePath({ className }: { className?: string | undefined }) {
  const { purchase, isForBroker } = usePurchase()
  const [open, setOpen] = useState<{ readonly stepId: string; readonly act: StepAct } | null>(null)
  const [isAdding, setAdding] = useState(false)
  const step = purchase.steps.find(({ _id }) => _id === open?.stepId)
  const StepDialog = open && dialogs[open.act]
  return (
    <Card padded={false} className={className}>
      <div className={styles.head}>
        <h2>{isForBroker ? 'Your steps' : 'The way to the deed'}</h2>
        {!isForBroker && <p className="small sub num">{wayWords(purchase)}</p>}
      </div>
      {purchase.steps.length === 0 ? (
        <p className={`${styles.foot} sub`}>No step is yours yet. Steps that the circle assigns to you appear here.</p>
      ) : (
        <ol className={styles.path}>
          {purchase.steps.map((each) => (
            <PurchaseStep key={each._id} step={each} onAct={(act) => setOpen({ stepId: each._id, act })} />
          ))}
        </ol>
      )}
      {purchase.mayAddStep && (
        <div className={styles.foot}>
          <ActionButton variant="subtle" data-flush="start" leftSection={<IconPlus {...iconProps(18)} />} onClick={() => setAdding(true)}>
            Add a step
          </ActionButton>
        </div>
      )}
      {StepDialog && step && <StepDialog key={`${step._id} ${open.act}`} step={step} onClose={() => setOpen(null)} />}
      {isAdding && <AddStepDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}
