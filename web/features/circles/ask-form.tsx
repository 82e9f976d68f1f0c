import { IconSend } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { refusals } from '#contract/errors.ts'
import { isolate } from '#domain/isolate.ts'
import { longestQuestion, questionsPerDay } from '#domain/questions.ts'
import { ownUserId } from '#web/api/waiting-acts.ts'
import { savedDraft } from '#web/shared/draft/saved-draft.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './before-joining.module.css'
import { useAsk } from './questions.queries.ts'

type AskFormProps = { circleId: string; invite: string | null; owner: string | null; left: number }

function Sent({ owner, onAgain }: { owner: string | null; onAgain: (() => void) | null }) {
  return (
    <div className={styles.sent} role="status">
      <IconDisc tone="evergreen">
        <IconSend {...iconProps(18)} />
      </IconDisc>
      <div>
        <p>
          <strong>{owner === null ? 'The owner' : isolate(owner)} has your question</strong>
        </p>
        <p className="small sub">You get a notice when it is answered or declined. Only the two of you see it until then.</p>
        {onAgain && (
          <ActionButton variant="subtle" size="compact-sm" data-flush="start" onClick={onAgain}>
            Ask another question
          </ActionButton>
        )}
      </div>
    </div>
  )
}

/** The words stay in the field, also across a reload, until they are sent. */
export function AskForm({ circleId, invite, owner, left }: AskFormProps) {
  const [draft] = useState(() => savedDraft<string>(`question:${ownUserId()}:${circleId}`))
  const [text, setText] = useState(() => draft.read() ?? '')
  const [isSent, setSent] = useState(false)
  const ask = useAsk(circleId, invite)
  const change = (words: string) => {
    setText(words)
    draft.save(words)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || ask.isPending) return
    ask.mutate(text.trim(), {
      onSuccess: () => {
        draft.discard()
        setText('')
        setSent(true)
      },
    })
  }
  if (isSent) return <Sent owner={owner} onAgain={left > 0 ? () => setSent(false) : null} />
  if (left === 0) return <p className="small sub">{refusals.questions_used_up.error}</p>
  return (
    <form className={styles.form} onSubmit={submit}>
      <CountedTextArea
        label="Your question"
        rows={3}
        maxLength={longestQuestion}
        hint={`${left} of ${questionsPerDay} questions left today`}
        value={text}
        onChange={change}
        error={ask.error?.message}
      />
      <ActionButton type="submit" variant="outline" fullWidth disabled={text.trim() === ''} loading={ask.isPending}>
        Send question
      </ActionButton>
    </form>
  )
}
