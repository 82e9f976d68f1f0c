import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { arcsWords } from '#domain/arcs.ts'
import {
  everyArcHeld,
  invitationDays,
  invitationProblems,
  longestInvitationNote,
  mostInvitationsAtOnce,
  readAddresses,
} from '#domain/invitation.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { acts } from '#web/api/facts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { longToast, toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { copyInviteLink } from './copy-invite-link.ts'
import { InvitationList } from './invitation-list.tsx'
import styles from './invitations.module.css'
import { askedToBeToldQuery, invitationsQuery, inviteQuery, sendInvitations, useInviteLink } from './invitations.queries.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Addresses that were invited before get no second mail. */
const sentWords = ({ sent, skipped }: { readonly sent: number; readonly skipped: number }): string =>
  [
    sent > 0 && `${counted(sent, 'invitation', 'invitations')} sent`,
    skipped > 0 && `${counted(skipped, 'address was', 'addresses were')} invited before`,
  ]
    .filter(Boolean)
    .join('; ')

type InviteDialogProps = {
  circleId: string
  arcs: number
  freeArcs: number
  /** The circle's ring, shown when every arc is held. */
  ring: ReactNode
  onClose: () => void
}

/** Stays open after sending, so that the owner sees whom they have invited. */
export function InviteDialog({ circleId, arcs, freeArcs, ring, onClose }: InviteDialogProps) {
  const { data: invitations } = useQuery(invitationsQuery(circleId))
  const isFull = arcs > 0 && freeArcs === 0
  return (
    <Dialog opened onClose={onClose} title="Invite people" width={600}>
      {isFull ? <FullCircle circleId={circleId} ring={ring} /> : <InviteForm circleId={circleId} freeArcs={freeArcs} />}
      <div className={styles.invited}>
        {invitations && invitations.length > 0 && <h3>Invitations</h3>}
        <InvitationList circleId={circleId} />
      </div>
    </Dialog>
  )
}

function FullCircle({ circleId, ring }: { circleId: string; ring: ReactNode }) {
  const { data } = useQuery(askedToBeToldQuery(circleId))
  const asked = data?.waiting ?? 0
  return (
    <>
      <div className={styles.full}>
        {ring}
        <p>{everyArcHeld}</p>
      </div>
      {asked > 0 && <p className="small sub">{counted(asked, 'person has', 'people have')} asked to be told.</p>}
    </>
  )
}

function InviteForm({ circleId, freeArcs }: { circleId: string; freeArcs: number }) {
  const cache = useCache()
  const { data: invite } = useQuery(inviteQuery(circleId))
  const { make } = useInviteLink(circleId)
  const form = useSubmitForm({
    initialValues: { emails: '', note: '' },
    check: ({ emails, note }) => invitationProblems({ emails: readAddresses(emails), note: note.trim() }),
    submit: ({ emails, note }) => sendInvitations(circleId, { emails: readAddresses(emails), note: note.trim() }),
    failures: { 409: null, 429: null },
    onSuccess: async (answer) => {
      toast.success(sentWords(answer), { duration: longToast })
      form.set({ emails: '', note: '' })
      await cache.invalidate(acts.invitationsChanged(circleId))
    },
  })
  const copyLink = async () => {
    try {
      const link = invite?.link ?? (await make.mutateAsync())?.link
      if (link) await copyInviteLink(link)
    } catch (error) {
      toastFailure(error as Error)
    }
  }
  return (
    <form className={styles.form} {...form.formProps}>
      <p className="small sub">
        {freeArcs > 0 && `${arcsWords(freeArcs)} ${freeArcs === 1 ? 'is' : 'are'} free. `}
        Each person gets a link of their own, for {invitationDays} days, and sees your full name.
      </p>
      <TextAreaField
        label="E-mail addresses"
        required
        rows={2}
        description={`One or several, separated by commas or lines; at most ${mostInvitationsAtOnce} at once.`}
        {...form.field('emails')}
      />
      <TextAreaField
        label="Note"
        rows={2}
        maxLength={longestInvitationNote}
        description="Optional. It stands in the mail, without links."
        {...form.field('note')}
      />
      <div className={dialogStyles.buttons}>
        <ActionButton
          variant="outline"
          leftSection={<IconLink {...iconProps(18)} />}
          loading={make.isPending}
          onClick={() => void copyLink()}
        >
          Copy invite link
        </ActionButton>
        <SubmitButton label="Send invitations" status={form.status} message={form.message} />
      </div>
    </form>
  )
}
