import type { ReactNode } from 'react'
import type { DocumentVersion } from '#contract/documents.ts'
import { formatSize } from '#domain/files.ts'
import { isolate } from '#domain/isolate.ts'
import { useStoredFile } from '#web/api/files.ts'
import { FilePreview } from '#web/ui/fields/file-preview.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './documents.module.css'
import { HashText } from './hash-text.tsx'

/** The paper itself, with the hash of what is shown. */
export function DocumentReader({ title, version, aside }: { title: string; version: DocumentVersion; aside?: ReactNode }) {
  const { file, failed, onBroken } = useStoredFile(version.fileKey)
  // Asks the browser's own viewer for whole pages without its list of pages.
  const isPdf = version.contentType === 'application/pdf'
  const shown = file && { ...file, name: version.fileName, ...(isPdf && { url: `${file.url}#navpanes=0&view=FitH` }) }
  return (
    <Card padded={false} className={styles.reader}>
      <div className={styles.readerHead}>
        <b>
          <bdi>{version.fileName}</bdi>
        </b>
        <span className="small sub num">{aside ?? formatSize(version.size)}</span>
      </div>
      <div className={styles.well} data-is-pdf={isPdf}>
        <FilePreview file={shown} failed={failed} alt={isolate(title)} isLarge onBroken={onBroken} />
      </div>
      <div className={styles.readerFoot}>
        <p className="small sub">SHA-256 of what you are reading</p>
        <HashText sha256={version.sha256} />
      </div>
    </Card>
  )
}
