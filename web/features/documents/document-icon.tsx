import {
  IconFile,
  IconFileCertificate,
  IconFileDollar,
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconHome,
  IconPhoto,
  IconReceipt,
} from '@tabler/icons-react'
import type { DocumentSummary } from '#contract/documents.ts'
import { previewKind } from '#domain/files.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'

const shelfIcons = { agreement: IconFileCertificate, property: IconHome, closing: IconReceipt } as const

/** By its shelf where that says more than the kind of file. */
export function DocumentIcon({ document: { shelf, isAppraisal, newest } }: { document: DocumentSummary }) {
  const kind = previewKind(newest.contentType)
  const Sign = isAppraisal
    ? IconFileDollar
    : shelf in shelfIcons
      ? shelfIcons[shelf as keyof typeof shelfIcons]
      : kind === 'image'
        ? IconPhoto
        : kind === 'pdf'
          ? IconFileTypePdf
          : newest.contentType === 'text/csv'
            ? IconFileSpreadsheet
            : IconFile
  return <Sign {...iconProps(22)} />
}
