import { useState } from 'react'
import type { CircleDocument } from '#contract/documents.ts'
import { useDocumentActs } from '#web/shared/documents/documents.queries.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './documents.module.css'

/** The reader is said to have signed a version on paper, which counts with their own word only. */
export function ElsewhereCard({ circleId, document, userId }: { circleId: string; document: CircleDocument; userId: string }) {
  const { answerElsewhere } = useDocumentActs(circleId, document._id)
  const stepUp = useStepUp('sign')
  const [sending, setSending] = useState<boolean | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const version = document.versions.find(({ elsewhere }) => elsewhere.some(({ _id, isSo }) => _id === userId && isSo === null))
  if (!version) return null
  const answer = async (isSo: boolean) => {
    setSending(isSo)
    setProblem(null)
    try {
      await stepUp.run(() => answerElsewhere({ versionId: version._id, isSo }))
      toast.success('Your word stands.')
    } catch (error) {
      setProblem((error as Error).message)
    } finally {
      setSending(null)
    }
  }
  return (
    <Card className={styles.side}>
      <h2>Did you sign this on paper?</h2>
      <p>
        <bdi>{version.uploadedBy.name}</bdi> says that you signed version {version.number} elsewhere. It counts with your own word only, and
        your word stands.
      </p>
      <div className={styles.acts}>
        <ActionButton loading={sending === true} onClick={() => void answer(true)}>
          I signed it
        </ActionButton>
        <ActionButton variant="outline" loading={sending === false} onClick={() => void answer(false)}>
          That is not so
        </ActionButton>
      </div>
      {problem && <FieldMessage>{problem}</FieldMessage>}
      {stepUp.dialog}
    </Card>
  )
}
