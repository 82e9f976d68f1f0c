import type { Motion } from '#contract/motions.ts'
import { mostMotionDocuments } from '#domain/motion-kinds.ts'
import { useDocumentVersions } from '#web/shared/documents/use-document-versions.ts'
import { MultiSelectField } from '#web/ui/fields/multi-select-field.tsx'
import type { SubmitForm } from '#web/ui/form/use-submit-form.tsx'
import type { MotionValues } from './motion-fields.tsx'

type DocumentsFieldProps = {
  circleId: string
  form: SubmitForm<MotionValues>
  /** What the motion has already: the version may be an older one. */
  given: Motion['documents']
}

/** Which of the circle's documents the motion rests on. Absent while the circle has none. */
export function DocumentsField({ circleId, form, given }: DocumentsFieldProps) {
  const newest = useDocumentVersions(circleId)
  const choices = [...given, ...newest.filter(({ versionId }) => !given.some((each) => each.versionId === versionId))]
  if (choices.length === 0) return null
  return (
    <div data-wide>
      <MultiSelectField
        label="Documents"
        description={`Of the circle’s documents, at most ${mostMotionDocuments}. They can be changed until the first vote.`}
        options={choices.map(({ versionId, title, version }) => ({ value: versionId, text: `${title}, version ${version}` }))}
        values={form.values.documents}
        onChange={(documents) => form.set({ documents })}
      />
    </div>
  )
}
