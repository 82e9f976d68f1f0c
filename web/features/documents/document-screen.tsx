import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { membershipOf } from '#domain/may/circle.ts'
import { circleQuery, membersQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { documentQuery } from '#web/shared/documents/documents.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { DocumentMarks } from './document-marks.tsx'
import { DocumentReader } from './document-reader.tsx'
import { AddedBy, DocumentSide } from './document-side.tsx'
import styles from './documents.module.css'
import { ElsewhereCard } from './elsewhere-card.tsx'

/** One document: the paper, its versions and who signed. Brokers read it here too if it is shared with them. */
export function DocumentScreen() {
  const { id: circleId = '', documentId = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return <DocumentPage key={documentId} circleId={circleId} documentId={documentId} userId={user._id} />
}

type DocumentPageProps = { circleId: string; documentId: string; userId: string }

export function DocumentPage({ circleId, documentId, userId }: DocumentPageProps) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: members } = useSuspenseQuery(membersQuery(circleId))
  const { data: document } = useSuspenseQuery(documentQuery(circleId, documentId))
  useWatchCircle(circleId)
  const isMember = membershipOf(members, userId) !== undefined
  const back = isMember ? paths.circleDocuments(circleId) : paths.brokerDocuments(circleId)
  return (
    <>
      <BackButton to={back} label={`Documents of ${isolate(circle.title)}`} />
      <PageHeading
        subtitle={<AddedBy document={document} />}
        actions={
          <>
            <DocumentMarks document={document} />
            {document.isAsked && <ActionButton to={paths.signDocument(circleId, documentId)}>Read and sign</ActionButton>}
          </>
        }
      >
        <bdi className={styles.title}>{document.title}</bdi>
      </PageHeading>
      <SideColumns
        main={
          <>
            {document.isNamed && <ElsewhereCard circleId={circleId} document={document} userId={userId} />}
            <DocumentReader title={document.title} version={document.newest} />
          </>
        }
        side={<DocumentSide circleId={circleId} document={document} members={members} userId={userId} isMember={isMember} />}
      />
    </>
  )
}
