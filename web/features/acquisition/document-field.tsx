import type { z } from 'zod'
import type { documentLink } from '#contract/acquisition.ts'
import { DocumentsLink } from '#web/shared/documents/documents-link.tsx'
import { useDocumentVersions } from '#web/shared/documents/use-document-versions.ts'
import type { FieldProps } from '#web/ui/fields/field-props.ts'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { usePurchase } from './purchase-context.tsx'

type DocumentLink = z.infer<typeof documentLink>

type DocumentFieldProps = FieldProps & {
  value: string
  onChange: (versionId: string) => void
  /** The version that is chosen already; it may be an older one. */
  current: DocumentLink | null
}

const words = ({ title, version }: DocumentLink): string => (version > 1 ? `${title} (version ${version})` : title)

/** One version among the circle's documents. */
export function DocumentField({ current, description, ...field }: DocumentFieldProps) {
  const { circleId } = usePurchase()
  const newest = useDocumentVersions(circleId)
  const known = current && !newest.some(({ versionId }) => versionId === current.versionId) ? [current, ...newest] : newest
  return (
    <SelectField
      nullText="None"
      options={known.map((version) => ({ value: version.versionId, text: words(version) }))}
      isSearchable={known.length > 8}
      description={
        <>
          {description} <DocumentsLink circleId={circleId} isEmpty={known.length === 0} />
        </>
      }
      {...field}
      {...(field.required && field.value === nullValue && { placeholder: 'Choose a document' })}
    />
  )
}
