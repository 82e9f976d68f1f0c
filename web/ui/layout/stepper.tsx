import { IconCheck } from '@tabler/icons-react'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './stepper.module.css'

type StepBarsProps = {
  label: string
  steps: readonly string[]
  /** Starts at 1. */
  current: number
  /** With or without step numbers. */
  numbered?: boolean
}

export function Stepper({ label, steps, current, numbered = false }: StepBarsProps) {
  return (
    <ol className={styles.root} aria-label={label} data-numbered={numbered}>
      {steps.map((step, index) => {
        const number = index + 1
        const state = number < current ? 'done' : number === current ? 'current' : 'ahead'
        return (
          <li key={step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            {numbered ? (
              <span className={styles.number}>{state === 'done' ? <IconCheck {...iconProps(16)} /> : number}</span>
            ) : (
              state === 'done' && <IconCheck {...iconProps(17)} />
            )}
            <span className={styles.name}>{step}</span>
          </li>
        )
      })}
    </ol>
  )
}
