import { IconPencil } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import type { SubmitStatus } from '#web/ui/form/submit-button.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { savedDraft } from './saved-draft.ts'

/** Keeps what is typed into a form. `key` names the person and what the form is for. */
export function useFormDraft<Values extends object>(key: string, initial: Values, version?: string) {
  const [draft] = useState(() => savedDraft<Partial<Values>>(key, version))
  const [start] = useState(() => {
    const found = draft.read()
    return { initial, values: { ...initial, ...found }, isRestored: found !== null }
  })
  return { ...start, draft }
}

type FormDraft<Values extends object> = ReturnType<typeof useFormDraft<Values>>

/** Saves the values while they differ from the initial ones, until they are sent. */
export function useSaveDraft<Values extends object>({ draft, initial }: FormDraft<Values>, values: Values, status: SubmitStatus): void {
  const text = JSON.stringify(values)
  useEffect(() => {
    if (status === 'success' || text === JSON.stringify(initial)) draft.discard()
    else draft.save(JSON.parse(text) as Values)
  }, [draft, initial, text, status])
}

/** Says that the form was not empty, and offers to empty it. */
export function DraftNote<Values extends object>({ draft, onDiscard }: { draft: FormDraft<Values>; onDiscard: (initial: Values) => void }) {
  const [isShown, setShown] = useState(draft.isRestored)
  if (!isShown) return null
  const discard = () => {
    setShown(false)
    onDiscard(draft.initial)
  }
  return (
    <Banner
      label="Your draft"
      icon={<IconPencil {...iconProps(18)} />}
      action={
        <ActionButton variant="subtle" onClick={discard}>
          Discard draft
        </ActionButton>
      }
    >
      This is what you wrote before and did not send.
    </Banner>
  )
}
