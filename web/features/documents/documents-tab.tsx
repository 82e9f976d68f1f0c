import { IconChevronRight, IconPlus, IconSignature } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { DocumentSummary } from '#contract/documents.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { type Shelf, shelves } from '#domain/documents.ts'
import { isolate } from '#domain/isolate.ts'
import { membersQuery } from '#web/api/circles.ts'
import { documentQuery, documentsQuery } from '#web/shared/documents/documents.queries.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { TableSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { AddDocumentDialog } from './add-document-dialog.tsx'
import { DocumentIcon } from './document-icon.tsx'
import { SharedMark } from './document-marks.tsx'
import { DocumentSide } from './document-side.tsx'
import styles from './documents.module.css'
import { SigningRing } from './signing-ring.tsx'
import { declined, listNames, signingOf, signingWords } from './signing-state.ts'

type DocumentsTabProps = {
  circleId: string
  userId: string
  /** Brokers only read what is shared with them. */
  isMember: boolean
}

/** Five shelves. Beside them the document that asks for something, if one does. */
export function DocumentsTab({ circleId, userId, isMember }: DocumentsTabProps) {
  const { data, isError, refetch } = useQuery(documentsQuery(circleId))
  const { data: members } = useSuspenseQuery(membersQuery(circleId))
  const [addTo, setAddTo] = useState<Shelf | null>(null)
  if (!data && isError) return <FailureState title="The documents could not be loaded. Please try again." onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton rows={3} />
  const { documents, mayAdd } = data
  const lead = isMember
    ? (documents.find(({ isAsked }) => isAsked) ?? documents.find(({ newest }) => signingOf(newest).is === 'asked'))
    : undefined
  const add = mayAdd ? setAddTo : null
  const list = <Shelves documents={documents} members={members} circleId={circleId} userId={userId} isMember={isMember} onAdd={add} />
  return (
    <>
      {lead ? (
        <SideColumns
          className={styles.columns}
          main={<div className={styles.tab}>{list}</div>}
          side={<LeadDocument circleId={circleId} documentId={lead._id} members={members} userId={userId} />}
        />
      ) : (
        <div className={styles.tab}>{list}</div>
      )}
      {addTo && <AddDocumentDialog circleId={circleId} shelf={addTo} userId={userId} onClose={() => setAddTo(null)} />}
    </>
  )
}

type LeadProps = { circleId: string; documentId: string; members: readonly Membership[]; userId: string }

function LeadDocument({ circleId, documentId, ...rest }: LeadProps) {
  const { data: document } = useQuery(documentQuery(circleId, documentId))
  if (!document) return <TableSkeleton rows={3} />
  return (
    <div className={styles.lead}>
      <DocumentSide circleId={circleId} document={document} title={document.title} isBeside {...rest} />
    </div>
  )
}

type ShelvesProps = {
  documents: readonly DocumentSummary[]
  members: readonly Membership[]
  circleId: string
  userId: string
  isMember: boolean
  onAdd: ((shelf: Shelf) => void) | null
}

function Shelves({ documents, onAdd, ...row }: ShelvesProps) {
  if (documents.length === 0 && !onAdd) {
    return (
      <Card>
        <EmptyState title={row.isMember ? 'No documents' : 'Nothing is shared with you'}>
          {row.isMember ? 'Nothing was added.' : 'Members choose which documents their brokers can read.'}
        </EmptyState>
      </Card>
    )
  }
  return shelves.map(({ value, text }) => {
    const own = documents.filter(({ shelf }) => shelf === value)
    if (own.length === 0 && !onAdd) return null
    return (
      <Card key={value} padded={false}>
        <div className={styles.shelfHead}>
          <h2>{text}</h2>
          <span className="small sub num">{own.length === 1 ? '1 document' : `${own.length} documents`}</span>
          {onAdd && (
            <ActionButton
              variant="subtle"
              data-flush="end"
              leftSection={<IconPlus {...iconProps(18)} />}
              aria-label={`Add document to ${text}`}
              onClick={() => onAdd(value)}
            >
              Add
            </ActionButton>
          )}
        </div>
        {own.length === 0 ? (
          <p className={`sub ${styles.nothing}`}>Nothing on this shelf. Any member can add a document.</p>
        ) : (
          <ul className={styles.list}>
            {own.map((document) => (
              <DocumentRow key={document._id} document={document} {...row} />
            ))}
          </ul>
        )}
      </Card>
    )
  })
}

type RowProps = Omit<ShelvesProps, 'documents' | 'onAdd'> & { document: DocumentSummary }

function DocumentRow({ document, members, circleId, userId, isMember }: RowProps) {
  const { newest, title, isAsked, isNamed, isShared } = document
  const signing = signingOf(newest)
  const declines = declined(newest)
  return (
    <li className={styles.row} data-asked={isAsked}>
      <span className={styles.kind}>
        <DocumentIcon document={document} />
      </span>
      <div className={styles.what}>
        <h3>
          <Link to={paths.circleDocument(circleId, document._id)}>
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <p className="small sub">
          Version {newest.number}, <Day at={newest.at} form="short" />
          {newest.number > 1 && ` · replaces version ${newest.number - 1}`} · <bdi>{newest.uploadedBy.name}</bdi>
        </p>
        {isShared && isMember && <SharedMark />}
      </div>
      {isMember && (
        <div className={styles.signed}>
          {signing.is === 'asked' || signing.is === 'signed' ? (
            <SigningRing version={newest} members={members} userId={userId} size={40} />
          ) : (
            signing.is === 'elsewhere' && <IconSignature {...iconProps(20)} />
          )}
          <p>
            {signingWords(signing)}
            {isAsked && <b className={styles.you}>you are asked</b>}
            {isNamed && <b className={styles.you}>your word is asked</b>}
            {declines.length > 0 && <span className={styles.declined}>Declined by {listNames(declines.map(({ name }) => name))}</span>}
          </p>
        </div>
      )}
      {isAsked ? (
        <ActionButton
          className={styles.sign}
          to={paths.signDocument(circleId, document._id)}
          aria-label={`Read and sign ${isolate(title)}`}
        >
          Read and sign
        </ActionButton>
      ) : (
        <IconChevronRight className={styles.onward} {...iconProps(18)} />
      )}
    </li>
  )
}
