import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { focusPageHeading } from '#web/ui/layout/page-heading.tsx'
import styles from './form-messages.module.css'
import { useStepHistory } from './step-history.ts'
import { SubmitButton, type SubmitButtonProps } from './submit-button.tsx'
import type { SubmitForm } from './use-submit-form.tsx'

type FormStep<Values> = {
  readonly name: string
  readonly content: ReactNode
  /** Fields checked before the next step opens. */
  readonly fields?: readonly (keyof Values & string)[]
  readonly nextLabel?: string
  /** False disables Next. */
  readonly isReady?: boolean
}

type StepFormProps<Values> = {
  form: SubmitForm<Values>
  steps: readonly FormStep<Values>[]
  submit?: Omit<SubmitButtonProps, 'status' | 'message'>
  /** Shown in place of Back on the first step. */
  firstBack?: ReactNode
  onStep?: (index: number) => void
}

/** The last step submits all values. */
export function StepForm<Values>({ form, steps, submit = {}, firstBack, onStep }: StepFormProps<Values>) {
  const [wanted, setIndex] = useStepHistory(0)
  const index = Math.min(wanted, steps.length - 1)
  const shown = useRef(index)
  const step = steps[index]
  const isLast = index === steps.length - 1

  useEffect(() => {
    if (shown.current === index) return
    shown.current = index
    focusPageHeading()
  }, [index])

  const go = (to: number) => {
    setIndex(to)
    onStep?.(to)
  }
  // Enter in a field means Next, except on the last step.
  const onSubmit = (event: FormEvent) => {
    if (isLast) return form.formProps.onSubmit(event)
    event.preventDefault()
    if (step?.isReady !== false && form.reveal(step?.fields ?? [])) go(index + 1)
  }
  return (
    <form className={styles.formStack} {...form.formProps} onSubmit={onSubmit}>
      {step?.content}
      <div className={styles.formStepsActions}>
        {index > 0 ? (
          <ActionButton variant="outline" aria-label="Go back" onClick={() => go(index - 1)}>
            Back
          </ActionButton>
        ) : (
          firstBack
        )}
        {isLast ? (
          <SubmitButton key="submit" {...submit} status={form.status} message={form.message} />
        ) : (
          <ActionButton key={step?.name} type="submit" disabled={step?.isReady === false}>
            {step?.nextLabel ?? 'Next'}
          </ActionButton>
        )}
      </div>
    </form>
  )
}
