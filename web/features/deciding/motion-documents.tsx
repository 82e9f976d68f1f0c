import { useState } from 'react'
import { Link } from 'react-router'
import type { Motion } from '#contract/motions.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { useStoredFile } from '#web/api/files.ts'
import { FilePreview } from '#web/ui/fields/file-preview.tsx'
import styles from './motion-documents.module.css'

type Attached = Motion['documents'][number]

/** What the motion rests on. Each version opens in place, as it was attached. */
export function MotionDocuments({ circleId, motion: { documents } }: { circleId: string; motion: Motion }) {
  if (documents.length === 0) return null
  return (
    <section aria-label="Documents" className={styles.root}>
      <h2 className="label">Documents</h2>
      {documents.map((each) => (
        <AttachedDocument key={each.versionId} circleId={circleId} attached={each} />
      ))}
    </section>
  )
}

function AttachedDocument({ circleId, attached }: { circleId: string; attached: Attached }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="num">
        <bdi>{attached.title}</bdi>, version {attached.version}
      </summary>
      {isOpen && <Content attached={attached} />}
      <Link className="text-link small" to={paths.circleDocument(circleId, attached.documentId)}>
        All versions and signatures
      </Link>
    </details>
  )
}

function Content({ attached: { fileKey, title } }: { attached: Attached }) {
  const { file, failed, onBroken } = useStoredFile(fileKey)
  return (
    <div className={styles.content}>
      <FilePreview file={file} failed={failed} alt={isolate(title)} isLarge onBroken={onBroken} />
    </div>
  )
}
