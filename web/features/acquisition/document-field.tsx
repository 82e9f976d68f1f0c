import { Link } from 'react-router'
import type { z } from 'zod'
import type { documentLink } from '#contract/acquisition.ts'
import { paths } from '#contract/paths.ts'
import { useDocumentVersions } from '#web/shared/documents/use-document-versions.ts'
import type { FieldProps } from '#web/ui/fields/field-props.ts'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { usePurchase } from './purchase-context.tsx'
import styles from './purchase-path.module.css'

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
          {description}{' '}
          <Link className={`text-link ${styles.documentsWay}`} to={paths.circleDocuments(circleId)}>
            {known.length === 0 ? 'Add it to the documents first' : 'All documents'}
          </Link>
        </>
      }
      {...field}
      {...(field.required && field.value === nullValue && { placeholder: 'Choose a document' })}
    />
  )
}
