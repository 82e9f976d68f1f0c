import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { crashReportLengths } from '#domain/crash-reports.ts'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './crash-screen.module.css'

export type CrashFormProps = { onReport: (words: string) => Promise<string | null> }

/** The text stays in the field until the server has received it. */
export function CrashForm({ onReport }: CrashFormProps) {
  const [words, setWords] = useState('')
  const [status, setStatus] = useState<'pending' | 'sent' | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setStatus('pending')
    setStatus((await onReport(words.trim())) === null ? null : 'sent')
  }

  if (status === 'sent') {
    return (
      <p className={styles.crashFormThanks} role="status">
        <IconCheck {...iconProps(18)} />
        Thank you. Your report has been sent to our team.
      </p>
    )
  }
  return (
    <form className={styles.crashForm} onSubmit={submit}>
      <TextAreaField
        label="Please describe what happened"
        name="userDescription"
        placeholder="What were you doing when this appeared?"
        maxLength={crashReportLengths.userDescription}
        value={words}
        onChange={setWords}
      />
      <SubmitButton status={status} label="Submit Crash Report" disabled={words.trim() === ''} fullWidth />
    </form>
  )
}
