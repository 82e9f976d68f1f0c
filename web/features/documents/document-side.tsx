import { IconBell, IconFilePlus, IconShare2, IconShareOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CircleDocument, DocumentVersion } from '#contract/documents.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'
import { formatCents } from '#domain/money.ts'
import { useStoredFile } from '#web/api/files.ts'
import { saveFile } from '#web/api/save-file.ts'
import { useDocumentActs } from '#web/shared/documents/documents.queries.ts'
import { Day, Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { DownloadButton } from '#web/ui/buttons/download-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { AddVersionDialog } from './add-document-dialog.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { CheckFile } from './check-file.tsx'
import { VersionMark } from './document-marks.tsx'
import styles from './documents.module.css'
import { HashText } from './hash-text.tsx'
import { SigningRing } from './signing-ring.tsx'
import { signingOf } from './signing-state.ts'

type DocumentSideProps = {
  circleId: string
  document: CircleDocument
  members: readonly Membership[]
  userId: string
  /** Beside the shelves: with its title, which leads to its page. */
  isBeside?: boolean
  title?: string
  isMember?: boolean
}

/** Who signed, the chain of versions, the fingerprint, and what the reader may do. */
export function DocumentSide({ circleId, document, members, userId, isBeside = false, title, isMember = true }: DocumentSideProps) {
  const { newest, versions } = document
  const signing = signingOf(newest)
  const hasRing = signing.is === 'asked' || signing.is === 'signed'
  return (
    <>
      <Card className={styles.side}>
        <h2 className={styles.title}>
          {isBeside ? (
            <Link className="text-link" to={paths.circleDocument(circleId, document._id)}>
              <bdi>{title}</bdi>
            </Link>
          ) : (
            'Versions and signatures'
          )}
        </h2>
        {isMember && hasRing && (
          <div className={styles.ring}>
            <SigningRing version={newest} members={members} userId={userId} size={220} />
          </div>
        )}
        {isMember && !isBeside && <Signers version={newest} />}
        <div>
          <h3>Versions</h3>
          <ol className={styles.chain} reversed>
            {versions.map((version) => (
              <Version
                key={version._id}
                circleId={circleId}
                document={document}
                version={version}
                isBeside={isBeside}
                isMember={isMember}
              />
            ))}
          </ol>
        </div>
        <div>
          <h3>Fingerprint of version {newest.number} (SHA-256)</h3>
          <HashText sha256={newest.sha256} />
        </div>
        {!isBeside && <DocumentActs circleId={circleId} document={document} />}
      </Card>
      <CheckFile key={newest._id} versions={versions} />
    </>
  )
}

function Signers({ version }: { version: DocumentVersion }) {
  const people = version.request?.people ?? []
  const { elsewhere } = version
  if (people.length + elsewhere.length === 0) return null
  return (
    <div>
      <h3>{people.length > 0 ? 'Asked to sign' : 'Signed on paper'}</h3>
      <ul className={styles.people}>
        {people.map(({ _id, name, signedAt, declinedAt, words, isMember }) => (
          <li key={_id}>
            <bdi>{name}</bdi>
            <span className="small sub">
              {signedAt ? (
                <>
                  Signed <Day at={signedAt} form="short" />
                </>
              ) : !isMember ? (
                'No member any more'
              ) : declinedAt ? (
                <>
                  Declined <Day at={declinedAt} form="short" />
                </>
              ) : (
                'Not yet'
              )}
            </span>
            {words && <blockquote className="small">“{isolate(words)}”</blockquote>}
          </li>
        ))}
        {elsewhere.map(({ _id, name, isSo, at }) => (
          <li key={_id}>
            <bdi>{name}</bdi>
            <span className="small sub">
              {isSo === null || !at ? (
                'Has not said so yet'
              ) : (
                <>
                  {isSo ? 'Signed on paper, said so' : 'Says: that is not so,'} <Day at={at} form="short" />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type VersionProps = { circleId: string; document: CircleDocument; version: DocumentVersion; isBeside: boolean; isMember: boolean }

function Version({ circleId, document, version, isBeside, isMember }: VersionProps) {
  const { _id, number, at, uploadedBy, note, valueCents, day } = version
  const { certificate } = useDocumentActs(circleId, document._id)
  const hasCertificate = isMember && (version.signatures > 0 || version.elsewhere.some(({ isSo }) => isSo))
  return (
    <li>
      <span className={`${styles.number} num`} data-newest={_id === document.newest._id}>
        {number}
      </span>
      <div className={styles.version}>
        <p>
          <Day at={at} form="short" />
        </p>
        <p className="small sub">
          <bdi>{uploadedBy.name}</bdi>
          {note && <>. {isolate(note)}</>}
        </p>
        {valueCents !== null && day && (
          <p className="small sub num">
            Value {formatCents(valueCents)}, {formatCalendarDay(day)}
          </p>
        )}
        {!isBeside && (
          <div className={styles.versionLinks}>
            <OpenFile version={version} />
            {hasCertificate && (
              <DownloadButton
                variant="subtle"
                onDownload={() =>
                  certificate(_id).then(
                    (file) => saveFile(file, `${document.title} version ${number} certificate.pdf`),
                    (error: Error) => toastFailure(error),
                  )
                }
              >
                Certificate
              </DownloadButton>
            )}
          </div>
        )}
      </div>
      <VersionMark document={document} version={version} />
    </li>
  )
}

function OpenFile({ version }: { version: DocumentVersion }) {
  const { file } = useStoredFile(version.fileKey)
  if (!file) return null
  return (
    <a className="text-link small" href={file.url} target="_blank" rel="noopener noreferrer" aria-label={`Open version ${version.number}`}>
      Open
    </a>
  )
}

/** What uploader, treasurer and owner may do. */
function DocumentActs({ circleId, document }: { circleId: string; document: CircleDocument }) {
  const [dialog, open] = useState<'version' | 'ask' | 'withdraw' | null>(null)
  const { withdraw, share, refetch } = useDocumentActs(circleId, document._id)
  const close = () => open(null)
  const { mayAddVersion, mayAsk, mayShare, mayWithdraw, isShared, newest } = document
  if (!mayAddVersion && !mayAsk && !mayShare && !mayWithdraw) return null
  return (
    <>
      <div className={styles.acts}>
        {mayAsk && (
          <ActionButton variant="outline" leftSection={<IconBell {...iconProps(18)} />} onClick={() => open('ask')}>
            Ask for signatures
          </ActionButton>
        )}
        {mayAddVersion && (
          <ActionButton variant="outline" leftSection={<IconFilePlus {...iconProps(18)} />} onClick={() => open('version')}>
            Add a version
          </ActionButton>
        )}
        {mayShare && (
          <ActionButton
            variant="outline"
            leftSection={isShared ? <IconShareOff {...iconProps(18)} /> : <IconShare2 {...iconProps(18)} />}
            loading={share.isPending}
            onClick={() =>
              share.mutate(!isShared, {
                onSuccess: () => toast.success(isShared ? 'Brokers can’t read it any more.' : 'The circle’s brokers can read it.'),
                onError: toastFailure,
              })
            }
          >
            {isShared ? 'Stop sharing with brokers' : 'Share with brokers'}
          </ActionButton>
        )}
        {mayWithdraw && (
          <ActionButton variant="outline" color="red" onClick={() => open('withdraw')}>
            Withdraw request
          </ActionButton>
        )}
      </div>
      {dialog === 'ask' && <AskDialog circleId={circleId} document={document} onClose={close} />}
      {dialog === 'version' && <AddVersionDialog circleId={circleId} document={document} onClose={close} />}
      <ConfirmDialog
        opened={dialog === 'withdraw'}
        pending={withdraw.isPending}
        title="Withdraw the request?"
        consequence="Nobody is asked to sign this version any more. Signatures that were given stay."
        warning={null}
        confirmLabel="Withdraw"
        onCancel={close}
        onConfirm={() =>
          withdraw.mutate(newest._id, {
            onSuccess: () => toast.success('The request was withdrawn'),
            onError: (error) => {
              toastFailure(error)
              void refetch()
            },
            onSettled: close,
          })
        }
      />
    </>
  )
}

export const AddedBy = ({ document }: { document: CircleDocument }) => (
  <>
    Version {document.newest.number} of <Moment at={document.newest.at} />, added by <bdi>{document.newest.uploadedBy.name}</bdi>
  </>
)
