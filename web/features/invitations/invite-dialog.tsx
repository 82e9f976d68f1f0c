import { invitationDays, invitationProblems, longestInvitationNote, mostInvitationsAtOnce, readAddresses } from '#domain/invitation.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { acts } from '#web/api/facts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { longToast } from '#web/ui/feedback/toast-durations.ts'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import styles from './invitations.module.css'
import { sendInvitations } from './invitations.queries.ts'

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Addresses that were invited before get no second mail. */
const sentWords = ({ sent, skipped }: { readonly sent: number; readonly skipped: number }): string =>
  [
    sent > 0 && `${counted(sent, 'invitation', 'invitations')} sent`,
    skipped > 0 && `${counted(skipped, 'address was', 'addresses were')} invited before`,
  ]
    .filter(Boolean)
    .join('; ')

export function InviteDialog({ circleId, onClose }: { circleId: string; onClose: () => void }) {
  const cache = useCache()
  const form = useSubmitForm({
    initialValues: { emails: '', note: '' },
    check: ({ emails, note }) => invitationProblems({ emails: readAddresses(emails), note: note.trim() }),
    submit: ({ emails, note }) => sendInvitations(circleId, { emails: readAddresses(emails), note: note.trim() }),
    failures: { 409: null, 429: null },
    onSuccess: async (answer) => {
      toast.success(sentWords(answer), { duration: longToast })
      onClose()
      await cache.invalidate(acts.invitationsChanged(circleId))
    },
  })
  return (
    <Dialog opened onClose={onClose} title="Invite by e-mail">
      <form className={styles.form} {...form.formProps}>
        <TextAreaField
          label="E-mail addresses"
          required
          rows={3}
          description={`One or several, separated by commas or lines; at most ${mostInvitationsAtOnce} at once.`}
          {...form.field('emails')}
        />
        <TextAreaField
          label="Note"
          rows={3}
          maxLength={longestInvitationNote}
          description="Optional. It stands in the mail, without links."
          {...form.field('note')}
        />
        <p className="small sub">
          The mail and the page behind its link show your full name and the circle. Each link works for one person, for {invitationDays}{' '}
          days.
        </p>
        <div className={dialogStyles.buttons}>
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Send invitations" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
