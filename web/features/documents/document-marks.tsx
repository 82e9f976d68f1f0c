import { IconAlertTriangle, IconCircleCheck, IconPencil, IconReplace, IconShare2, IconSignature, IconSnowflake } from '@tabler/icons-react'
import type { CircleDocument, DocumentSummary, DocumentVersion } from '#contract/documents.ts'
import { isolate } from '#domain/isolate.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { declined, signingOf, signingWords } from './signing-state.ts'

const icon = iconProps(15)

export const SharedMark = () => (
  <Badge kind="outline" icon={<IconShare2 {...icon} />}>
    Shared with the broker
  </Badge>
)

/** What holds of the newest version, beside the title. */
export function DocumentMarks({ document }: { document: DocumentSummary }) {
  const signing = signingOf(document.newest)
  return (
    <>
      {document.isAsked && (
        <Badge kind="clay" icon={<IconPencil {...icon} />}>
          You are asked to sign
        </Badge>
      )}
      {document.isNamed && (
        <Badge kind="clay" icon={<IconPencil {...icon} />}>
          Your word is asked
        </Badge>
      )}
      {signing.is === 'signed' && (
        <Badge kind="evergreen" icon={<IconCircleCheck {...icon} />}>
          Signed by all
        </Badge>
      )}
      {signing.is === 'elsewhere' && <Badge icon={<IconSignature {...icon} />}>{signingWords(signing)}</Badge>}
      {document.isShared && <SharedMark />}
      {declined(document.newest).map(({ _id, name }) => (
        <Badge key={_id} kind="clay" icon={<IconAlertTriangle {...icon} />}>
          Declined by {isolate(name)}
        </Badge>
      ))}
    </>
  )
}

/** What holds of one version in the chain. */
export function VersionMark({ document, version }: { document: CircleDocument; version: DocumentVersion }) {
  const signing = signingOf(version)
  if (signing.is === 'asked') {
    return (
      <Badge kind="clay" icon={<IconPencil {...icon} />}>
        Asked
      </Badge>
    )
  }
  if (signing.is === 'signed') return <Badge icon={<IconSnowflake {...icon} />}>Frozen</Badge>
  if (signing.is === 'elsewhere') return <Badge icon={<IconSignature {...icon} />}>Signed elsewhere</Badge>
  if (version._id !== document.newest._id) return <Badge icon={<IconReplace {...icon} />}>Replaced</Badge>
  return null
}
