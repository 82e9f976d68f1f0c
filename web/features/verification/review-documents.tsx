import { IconFileText, IconId } from '@tabler/icons-react'
import { useState } from 'react'
import type { Given } from '#contract/verification.ts'
import { previewKind } from '#domain/files.ts'
import { isolate } from '#domain/isolate.ts'
import { givenKeptDays, givenWords } from '#domain/verification.ts'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { DocumentViewer } from './document-viewer.tsx'
import { PrivacyNote } from './privacy-note.tsx'
import styles from './review.module.css'

/** The documents are named, not shown: only opening one requests its address, and that is in the audit log. */
export function GivenDocuments({ firstName, given }: { firstName: string; given: Given }) {
  const [openedKey, open] = useState<string | null>(null)
  const { documents } = given
  const opened = documents.find(({ key }) => key === openedKey)
  const words = givenWords({ documents: documents.length, hasNote: given.note !== '', hasPhone: given.phone !== '' })
  return (
    <div className={styles.given}>
      <Card padded={false} className={styles.documentsCard} aria-label={`What ${isolate(firstName)} gave`}>
        <div className={styles.givenHead}>
          <CardHeader title={`What ${isolate(firstName)} gave`} aside={<span className="small sub">{words}</span>} />
        </div>
        {opened && <DocumentViewer key={opened.key} document={opened} />}
        {!opened && documents.length > 0 && (
          <div className={styles.closed}>
            {previewKind(documents[0]?.contentType ?? '') === 'image' ? <CardDrawing /> : <PageDrawing />}
            <p className="small sub">Choose a document to open it.</p>
          </div>
        )}
        {documents.length > 0 && (
          <ul className={styles.documents}>
            {documents.map((document, index) => (
              <li key={document.key}>
                <button
                  type="button"
                  aria-pressed={document.key === openedKey}
                  aria-label={`Open ${isolate(document.name)}`}
                  onClick={() => open(document.key)}
                >
                  <IconDisc tone="sunk">
                    {previewKind(document.contentType) === 'image' ? <IconId {...iconProps(20)} /> : <IconFileText {...iconProps(20)} />}
                  </IconDisc>
                  <span className={styles.caption}>
                    <b>
                      <bdi>{document.name}</bdi>
                    </b>
                    <span className="small muted">
                      {index + 1} of {documents.length}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {documents.length > 0 && (
        <PrivacyNote className={styles.privacy}>
          Only administrators see these. Opening one is on the audit log; all are deleted {givenKeptDays} days after your decision.
        </PrivacyNote>
      )}
    </div>
  )
}

const CardDrawing = () => (
  <svg viewBox="0 0 200 126" width="170" fill="none" aria-hidden="true">
    <rect x="14" y="14" width="172" height="98" rx="9" fill="var(--surface)" stroke="var(--line-strong)" />
    <circle cx="50" cy="64" r="15" fill="var(--arc-track)" />
    <path d="M26 100a24 20 0 0 1 48 0Z" fill="var(--arc-track)" />
    <path d="M88 52h78M88 66h60M88 80h70M88 94h40" stroke="var(--arc-tick)" strokeWidth="5" strokeLinecap="round" />
  </svg>
)

const PageDrawing = () => (
  <svg viewBox="0 0 120 156" width="112" fill="none" aria-hidden="true">
    <path d="M20 16h60l20 20v104H20Z" fill="var(--surface)" stroke="var(--line-strong)" />
    <path d="M80 16v20h20" stroke="var(--line-strong)" />
    <path d="M32 52h56M32 66h56M32 80h48M32 94h56M32 108h30" stroke="var(--arc-tick)" strokeWidth="5" strokeLinecap="round" />
  </svg>
)
