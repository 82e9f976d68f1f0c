import { useState } from 'react'
import type { Given, VerificationDocument } from '#contract/verification.ts'
import { formatDate } from '#domain/dates.ts'
import { formatSize, previewKind } from '#domain/files.ts'
import { givenKeptDays, givenWords } from '#domain/verification.ts'
import { usePrivateFile } from '#web/api/files.ts'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { FilePreview } from '#web/ui/fields/file-preview.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import { PrivacyNote } from './privacy-note.tsx'
import styles from './review.module.css'

/** The documents are drawn, not shown: only opening one requests its address, and that is in the audit log. */
export function GivenDocuments({ firstName, given }: { firstName: string; given: Given }) {
  const [opened, open] = useState<VerificationDocument | null>(null)
  return (
    <Card>
      <CardHeader title={`What ${firstName} gave`} aside={<span className="small sub">{givenWords(given)}</span>} />
      {given.documents.length > 0 && (
        <>
          <ul className={styles.documents}>
            {given.documents.map((document) => (
              <li key={document.key}>
                <button type="button" onClick={() => open(document)} aria-label={`Open ${document.name}`}>
                  <span className={styles.drawing}>
                    {previewKind(document.contentType) === 'image' ? <CardDrawing /> : <PageDrawing />}
                  </span>
                  <span className={styles.caption}>
                    <b>{document.name}</b>
                    <span className="small muted">
                      {formatDate(document.addedAt)} <span className={styles.size}>· {formatSize(document.size)}</span>
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <PrivacyNote className={styles.privacy}>
            Only administrators see these. Opening one is on the audit log; all are deleted {givenKeptDays} days after your decision.
          </PrivacyNote>
        </>
      )}
      <Dialog opened={opened !== null} onClose={() => open(null)} title={opened?.name ?? ''} width={860}>
        {opened && <OpenedDocument document={opened} />}
      </Dialog>
    </Card>
  )
}

function OpenedDocument({ document }: { document: VerificationDocument }) {
  return <FilePreview {...usePrivateFile(document.key, document.name)} />
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
  <svg viewBox="0 0 120 126" width="112" fill="none" aria-hidden="true">
    <path d="M20 16h60l20 20v104H20Z" fill="var(--surface)" stroke="var(--line-strong)" />
    <path d="M80 16v20h20" stroke="var(--line-strong)" />
    <path d="M32 52h56M32 66h56M32 80h48M32 94h56M32 108h30" stroke="var(--arc-tick)" strokeWidth="5" strokeLinecap="round" />
  </svg>
)
