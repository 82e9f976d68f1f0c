import { type FormEvent, useState } from 'react'
import { longestPost } from '#domain/thread.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import styles from './thread.module.css'

type WritePostProps = {
  label: string
  button: string
  initial?: string
  onSubmit: (text: string) => Promise<unknown>
  onCancel?: () => void
}

/** For a new or edited post. The text stays in the field if sending fails. */
export function WritePost({ label, button, initial = '', onSubmit, onCancel }: WritePostProps) {
  const [text, setText] = useState(initial)
  const [state, setState] = useState<{ isSending: boolean; error?: string }>({ isSending: false })
  const isEmpty = text.trim() === ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || state.isSending) return
    setState({ isSending: true })
    try {
      await onSubmit(text.trim())
      setText('')
      setState({ isSending: false })
    } catch (error) {
      setState({ isSending: false, error: error instanceof Error ? error.message : 'Something went wrong' })
    }
  }
  return (
    <form className={styles.writePost} onSubmit={submit}>
      <CountedTextArea label={label} rows={3} maxLength={longestPost} value={text} onChange={setText} error={state.error} />
      <div className={styles.writePostButtons}>
        {onCancel && (
          <ActionButton variant="outline" onClick={onCancel}>
            Cancel
          </ActionButton>
        )}
        <ActionButton type="submit" variant="light" disabled={isEmpty} loading={state.isSending}>
          {button}
        </ActionButton>
      </div>
    </form>
  )
}
