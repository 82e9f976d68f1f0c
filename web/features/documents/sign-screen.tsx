import { IconPencil } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import type { CircleDocument } from '#contract/documents.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { longestDecline } from '#domain/documents.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName } from '#domain/person.ts'
import { currentConsent, isSameName, longestTypedName } from '#domain/signing.ts'
import { isRefusal } from '#web/api/api-error.ts'
import { circleQuery, membersQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { saveFile } from '#web/api/save-file.ts'
import { useUser } from '#web/api/session.ts'
import { documentQuery, useDocumentActs } from '#web/shared/documents/documents.queries.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { DownloadButton } from '#web/ui/buttons/download-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { DocumentReader } from './document-reader.tsx'
import styles from './documents.module.css'
import { SigningRing } from './signing-ring.tsx'
import { listNames, waitedFor } from './signing-state.ts'

export function SignScreen() {
  const { id: circleId = '', documentId = '' } = useParams()
  const user = useUser()
  if (!user) return null
  return <SignPage key={documentId} circleId={circleId} documentId={documentId} user={user} />
}

type SignPageProps = { circleId: string; documentId: string; user: User }

/** Paper left, hand right. What is signed is the version that was opened, also if another one comes meanwhile. */
export function SignPage({ circleId, documentId, user }: SignPageProps) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: members } = useSuspenseQuery(membersQuery(circleId))
  const { data: document } = useSuspenseQuery(documentQuery(circleId, documentId))
  useWatchCircle(circleId)
  const [openedId, openVersion] = useState(document.newest._id)
  const opened = document.versions.find(({ _id }) => _id === openedId) ?? document.newest
  const shared = { circleId, document, members, userId: user._id }
  const isReplaced = opened._id !== document.newest._id
  const own = document.newest.request?.people.find(({ _id }) => _id === user._id)
  return (
    <>
      <BackButton to={paths.circleDocument(circleId, documentId)} label={isolate(document.title)} />
      <PageHeading
        subtitle={
          <>
            Version {opened.number} of <Moment at={opened.at} /> · <bdi>{circle.title}</bdi>
          </>
        }
        actions={
          document.isAsked && !isReplaced ? (
            <Badge kind="clay" icon={<IconPencil {...iconProps(15)} />}>
              You are asked to sign
            </Badge>
          ) : null
        }
      >
        <bdi className={styles.title}>{document.title}</bdi>
      </PageHeading>
      <SideColumns
        stickySide
        main={<DocumentReader key={opened._id} title={document.title} version={opened} />}
        side={
          isReplaced ? (
            <Card className={styles.side}>
              <FieldMessage>
                Version {opened.number} was replaced by version {document.newest.number} while you were reading. Nothing was signed.
              </FieldMessage>
              <ActionButton onClick={() => openVersion(document.newest._id)}>Read version {document.newest.number}</ActionButton>
            </Card>
          ) : own?.signedAt ? (
            <SignedCard {...shared} signedAt={own.signedAt} />
          ) : document.isAsked ? (
            <SignCard {...shared} name={fullName(user)} />
          ) : (
            <Card className={styles.side}>
              <h2>Nothing to sign</h2>
              <p>You are not asked to sign this version, or the request was withdrawn.</p>
            </Card>
          )
        }
      />
    </>
  )
}

type Shared = { circleId: string; document: CircleDocument; members: readonly Membership[]; userId: string }

function signersWords(document: CircleDocument, userId: string): string {
  const people = waitedFor(document.newest)
  const signed = people.filter(({ signedAt }) => signedAt !== null)
  if (signed.length === 0) return people.length === 1 ? 'Only you are asked.' : 'Nobody has signed yet.'
  const isLast = people.every(({ _id, signedAt }) => signedAt !== null || _id === userId)
  return `${listNames(signed.map(({ name }) => name))} ${signed.length === 1 ? 'has' : 'have'} signed.${isLast ? ' You are the last.' : ''}`
}

function SignCard({ circleId, document, members, userId, name }: Shared & { name: string }) {
  const { sign, refetch } = useDocumentActs(circleId, document._id)
  const stepUp = useStepUp('sign')
  const [isDeclining, decline] = useState(false)
  const { newest } = document
  const form = useSubmitForm({
    initialValues: { hasConsent: false, name: '' },
    check: (values) => [
      ...(values.hasConsent ? [] : [{ field: 'hasConsent', message: 'Please read this and tick it' }]),
      ...(isSameName(values.name, name)
        ? []
        : [
            {
              field: 'name',
              message: values.name.trim() === '' ? 'Please type your full name' : `This is not the name on your profile, ${isolate(name)}.`,
            },
          ]),
    ],
    submit: (values) =>
      stepUp
        .run(() => sign({ versionId: newest._id, sha256: newest.sha256, name: values.name, consentVersion: currentConsent.version }))
        .catch((error: unknown) => {
          // The page shows what has replaced it.
          if (!isRefusal(error, 'step_up_required') && !isRefusal(error, 'name_differs')) void refetch()
          throw error
        }),
    onSuccess: () => void toast.success('Your signature is kept.'),
  })
  const typed = form.values.name.trim()
  return (
    <>
      <Card className={styles.side}>
        <h2>Sign</h2>
        <div className={styles.signers}>
          <SigningRing version={newest} members={members} userId={userId} size={40} />
          <p className="small sub">{signersWords(document, userId)}</p>
        </div>
        <form className={styles.side} {...form.formProps}>
          <div>
            <label className={styles.consent}>
              <input
                type="checkbox"
                checked={form.values.hasConsent}
                aria-invalid={form.errorOf('hasConsent') ? true : undefined}
                onChange={(event) => form.set({ hasConsent: event.currentTarget.checked })}
              />
              <span>
                {currentConsent.text} <span className="small sub">Consent, version {currentConsent.version}.</span>
              </span>
            </label>
            {form.errorOf('hasConsent') && <FieldMessage>{form.errorOf('hasConsent')}</FieldMessage>}
          </div>
          <TextField
            label="Your full name"
            required
            autoComplete="off"
            maxLength={longestTypedName}
            description={`As on your profile: ${isolate(name)}`}
            {...form.field('name')}
          />
          {typed && (
            <p className={styles.hand} aria-hidden="true">
              <bdi>{typed}</bdi>
            </p>
          )}
          <SubmitButton label="Sign" fullWidth status={form.status} message={form.message} />
          <p className="small sub">
            Kept with it: the fingerprint of this version, your name, the consent, the time and this session. The file itself stays as it
            is.
          </p>
        </form>
      </Card>
      {document.mayDecline && (
        <ActionButton variant="subtle" data-flush="start" onClick={() => decline(true)}>
          I do not want to sign
        </ActionButton>
      )}
      {isDeclining && <DeclineDialog circleId={circleId} document={document} onClose={() => decline(false)} />}
      {stepUp.dialog}
    </>
  )
}

function DeclineDialog({ circleId, document, onClose }: { circleId: string; document: CircleDocument; onClose: () => void }) {
  const { decline } = useDocumentActs(circleId, document._id)
  const [words, say] = useState('')
  const [isSending, setSending] = useState(false)
  const send = async () => {
    setSending(true)
    try {
      await decline({ versionId: document.newest._id, words })
      toast.success('The others are told.')
      onClose()
    } catch (error) {
      toastFailure(error as Error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Not sign?"
      width={440}
      actions={
        <>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <ActionButton color="red" loading={isSending} onClick={() => void send()}>
            Do not sign
          </ActionButton>
        </>
      }
    >
      <div className={styles.side}>
        <p className="sub">
          The others are told that you do not sign this version, with your words if you leave some. The request stays open: you may still
          sign later.
        </p>
        <CountedTextArea label="Why (optional)" rows={3} maxLength={longestDecline} value={words} onChange={say} />
      </div>
    </Dialog>
  )
}

function SignedCard({ circleId, document, members, userId, signedAt }: Shared & { signedAt: string }) {
  const { certificate } = useDocumentActs(circleId, document._id)
  const { newest } = document
  const people = waitedFor(newest)
  const isByAll = people.every((person) => person.signedAt !== null)
  return (
    <Card className={styles.side}>
      <div className={styles.ring}>
        <SigningRing version={newest} members={members} userId={userId} size={220} />
      </div>
      <h2>{isByAll ? 'Signed by all' : 'You have signed'}</h2>
      <p>
        You signed on <Moment at={signedAt} />. {isByAll && `Version ${newest.number} stays as it is.`}
      </p>
      <div className={styles.acts}>
        <DownloadButton
          onDownload={() =>
            certificate(newest._id).then(
              (file) => saveFile(file, `${document.title} version ${newest.number} certificate.pdf`),
              (error: Error) => toastFailure(error),
            )
          }
        >
          Certificate
        </DownloadButton>
        <ActionButton variant="outline" to={paths.circleDocuments(circleId)}>
          Documents
        </ActionButton>
      </div>
    </Card>
  )
}
