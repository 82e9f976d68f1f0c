import type { Offer } from '#contract/offers.ts'
import { invitationProblems, longestInvitationNote, readAddresses } from '#domain/invitation.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import dialogStyles from '#web/ui/feedback/dialog.module.css'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import styles from './offers.module.css'
import { type OfferActs, useOneAct } from './use-offer-acts.ts'

const stateWords: Readonly<Record<Offer['waiting'][number]['state'], string>> = {
  told: 'Told',
  not_verified: 'Not verified yet',
  opened: 'Opened the link',
  sent: 'Invited',
}

/** Who could take the arcs over and has not said yes: the waiting list in its order, then whom the seller invited. */
export function WaitingPeople({ offer, acts }: { offer: Offer; acts: OfferActs }) {
  const { busy, act } = useOneAct()
  const { waiting } = offer
  if (waiting.length === 0) return null
  return (
    <>
      <h3>No answer yet</h3>
      <ul className={styles.rows}>
        {waiting.map(({ who, origin, since, state, invitation }) => (
          <li key={`${origin} ${who} ${since}`}>
            <span>
              <bdi>{who}</bdi>
              <span className="small sub">
                {origin === 'waiting_list' ? ', on the waiting list since ' : ', invited by you on '}
                <Moment at={since} form="short" />
              </span>
            </span>
            <Badge kind={state === 'not_verified' ? 'watch' : 'neutral'}>{stateWords[state]}</Badge>
            {invitation && (
              <span className={styles.acts}>
                {invitation.mayRemind && (
                  <ActionButton
                    variant="subtle"
                    aria-label={`Remind ${who}`}
                    loading={busy === `remind ${who}`}
                    onClick={() => act(`remind ${who}`, 'Reminded', () => acts.remindInvited(offer._id, invitation._id))}
                  >
                    Remind
                  </ActionButton>
                )}
                <ActionButton
                  variant="subtle"
                  aria-label={`Withdraw the invitation of ${who}`}
                  loading={busy === `withdraw ${who}`}
                  onClick={() => act(`withdraw ${who}`, 'Withdrawn', () => acts.withdrawInvited(offer._id, invitation._id))}
                >
                  Withdraw
                </ActionButton>
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** The seller invites people by e-mail, as an owner does to a circle with free arcs. */
export function InviteDialog({ offer, acts, onClose }: { offer: Offer; acts: OfferActs; onClose: () => void }) {
  const form = useSubmitForm<{ emails: string; note: string }, { sent: number; skipped: number }>({
    initialValues: { emails: '', note: '' },
    check: ({ emails, note }) => invitationProblems({ emails: readAddresses(emails), note: note.trim() }),
    submit: ({ emails, note }) => acts.invite(offer._id, { emails: readAddresses(emails), note: note.trim() }),
    onSuccess: ({ sent, skipped }) => {
      toast.success(
        sent > 0
          ? `${counted(sent, 'invitation', 'invitations')} sent`
          : `${counted(skipped, 'address was', 'addresses were')} invited before`,
      )
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title="Invite someone">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <p>
          They see the circle and this offer, and your full name. Once they are verified they can say yes. Nobody but you sees whom you
          invite.
        </p>
        <TextAreaField
          label="E-mail addresses"
          required
          rows={2}
          description="One or several, separated by commas or lines."
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
          <ActionButton variant="outline" onClick={onClose}>
            Cancel
          </ActionButton>
          <SubmitButton label="Send invitation" status={form.status} message={form.message} />
        </div>
      </form>
    </Dialog>
  )
}
