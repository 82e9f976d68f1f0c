import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './counted-text-area.module.css'
import { TextAreaField } from './text-area-field.tsx'

type CountedTextAreaProps = Omit<ComponentProps<typeof TextAreaField>, 'maxLength'> & {
  maxLength: number
  /** Below the field, beside the count. */
  hint?: ReactNode
}

/** Shows how much of its limit is used. */
export function CountedTextArea({ maxLength, hint, ...rest }: CountedTextAreaProps) {
  const id = useId()
  const { value } = rest
  return (
    <div>
      <TextAreaField maxLength={maxLength} aria-describedby={id} {...rest} />
      <p className={`label num ${styles.count}`} id={id}>
        {hint && <span>{hint}</span>}
        <span aria-hidden="true">
          {value.length}/{maxLength.toLocaleString('en-US')}
        </span>
        <span className="visually-hidden">
          {value.length} of {maxLength} characters used
        </span>
      </p>
    </div>
  )
}
