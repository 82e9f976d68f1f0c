import { useState } from 'react'
import type { Question } from '#contract/questions.ts'
import { isolate } from '#domain/isolate.ts'
import { longestQuestion } from '#domain/questions.ts'
import { ownUserId } from '#web/api/waiting-acts.ts'
import { savedDraft } from '#web/shared/draft/saved-draft.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import styles from './before-joining.module.css'
import { useQuestion } from './questions.queries.ts'

type AnswerDialogProps = { circleId: string; question: Question; onClose: () => void }

/** The owner's word on a question. The answer stays in the field, also across a reload, until it is sent. */
export function AnswerDialog({ circleId, question, onClose }: AnswerDialogProps) {
  const [draft] = useState(() => savedDraft<string>(`answer:${ownUserId()}:${question._id}`))
  const [text, setText] = useState(() => draft.read() ?? '')
  const { answer, decline } = useQuestion(circleId, question)
  const isPending = answer.isPending || decline.isPending
  const failure = answer.error ?? decline.error
  const change = (words: string) => {
    setText(words)
    draft.save(words)
  }
  const done = (words: string) => () => {
    draft.discard()
    toast.success(words, { duration: longToast })
    onClose()
  }
  const asker = isolate(question.asked.by ?? 'Someone')
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${asker} asks`}
      actions={
        <>
          <ActionButton
            variant="outline"
            disabled={isPending}
            onClick={() => decline.mutate(undefined, { onSuccess: done(`${asker} is told that you chose not to answer.`) })}
          >
            Decline
          </ActionButton>
          <ActionButton
            disabled={text.trim() === '' || decline.isPending}
            loading={answer.isPending}
            onClick={() => answer.mutate(text.trim(), { onSuccess: done('Your answer stands on the public page.') })}
          >
            Answer
          </ActionButton>
        </>
      }
    >
      <div className={styles.form}>
        <blockquote className={styles.quote}>“{question.asked.text}”</blockquote>
        <CountedTextArea
          label="Your answer"
          data-autofocus
          rows={3}
          maxLength={longestQuestion}
          hint="Stands on the public page"
          value={text}
          onChange={change}
        />
        {failure && <FieldMessage>{failure.message}</FieldMessage>}
      </div>
    </Dialog>
  )
}
