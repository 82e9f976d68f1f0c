import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './choice-group.module.css'
import { FieldMessage } from './field-message.tsx'

type ChoiceGroupProps = Omit<ComponentProps<'fieldset'>, 'className' | 'aria-describedby'> & {
  legend: ReactNode
  required: boolean
  hideLegend: boolean
  error: ReactNode
}

/** Labels that each contain an invisible radio button or checkbox, so that arrow keys and screen readers work as usual. */
export function ChoiceGroup({ legend, required, hideLegend, error, children, ...fieldset }: ChoiceGroupProps) {
  const errorId = useId()
  return (
    <fieldset className={styles.root} aria-describedby={error ? errorId : undefined} {...fieldset}>
      <legend data-hidden={hideLegend}>
        {legend}
        {required && (
          <span className={styles.asterisk} aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {children}
      {error && <FieldMessage id={errorId}>{error}</FieldMessage>}
    </fieldset>
  )
}
