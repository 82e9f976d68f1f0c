import { render } from '@react-email/components'
import { accountSuspended } from './templates/account-suspended.tsx'
import { addressInUse } from './templates/address-in-use.tsx'
import { brokerAssigned } from './templates/broker-assigned.tsx'
import { brokerUnassigned } from './templates/broker-unassigned.tsx'
import { brokerWelcome } from './templates/broker-welcome.tsx'
import { circleComplete } from './templates/circle-complete.tsx'
import { circleDeleted } from './templates/circle-deleted.tsx'
import { circleInvitation } from './templates/circle-invitation.tsx'
import { confirmEmail } from './templates/confirm-email.tsx'
import { digest } from './templates/digest.tsx'
import { emailChangeRequested } from './templates/email-change-requested.tsx'
import { emailChanged } from './templates/email-changed.tsx'
import type { MailContent, MailContext } from './templates/mail-content.ts'
import type { MailProps, MailTemplate } from './templates/mail-props.ts'
import { memberJoined } from './templates/member-joined.tsx'
import { memberLeft } from './templates/member-left.tsx'
import { memberRemoved } from './templates/member-removed.tsx'
import { motionAsks } from './templates/motion-asks.tsx'
import { motionOutcome } from './templates/motion-outcome.tsx'
import { motionReminder } from './templates/motion-reminder.tsx'
import { ownershipReceived } from './templates/ownership-received.tsx'
import { passkeyAdded } from './templates/passkey-added.tsx'
import { passkeyRemoved } from './templates/passkey-removed.tsx'
import { passwordChanged } from './templates/password-changed.tsx'
import { resetPassword } from './templates/reset-password.tsx'
import { setPassword } from './templates/set-password.tsx'
import { sharesFree } from './templates/shares-free.tsx'
import { verificationAnswered } from './templates/verification-answered.tsx'
import { verificationDeclined } from './templates/verification-declined.tsx'
import { verificationPending } from './templates/verification-pending.tsx'
import { verificationQuestion } from './templates/verification-question.tsx'
import { verificationReopened } from './templates/verification-reopened.tsx'
import { verificationRequest } from './templates/verification-request.tsx'
import { voteAsks } from './templates/vote-asks.tsx'
import { voteOutcome } from './templates/vote-outcome.tsx'
import { voteReminder } from './templates/vote-reminder.tsx'
import { youAreVerified } from './templates/you-are-verified.tsx'

const templates: { readonly [Template in MailTemplate]: MailContent<Template> } = {
  'account-suspended': accountSuspended,
  'address-in-use': addressInUse,
  'broker-assigned': brokerAssigned,
  'broker-unassigned': brokerUnassigned,
  'broker-welcome': brokerWelcome,
  'circle-complete': circleComplete,
  'circle-deleted': circleDeleted,
  'circle-invitation': circleInvitation,
  'confirm-email': confirmEmail,
  digest,
  'email-change-requested': emailChangeRequested,
  'email-changed': emailChanged,
  'member-joined': memberJoined,
  'member-left': memberLeft,
  'member-removed': memberRemoved,
  'motion-asks': motionAsks,
  'motion-outcome': motionOutcome,
  'motion-reminder': motionReminder,
  'ownership-received': ownershipReceived,
  'passkey-added': passkeyAdded,
  'passkey-removed': passkeyRemoved,
  'password-changed': passwordChanged,
  'reset-password': resetPassword,
  'set-password': setPassword,
  'shares-free': sharesFree,
  'verification-answered': verificationAnswered,
  'verification-declined': verificationDeclined,
  'verification-pending': verificationPending,
  'verification-question': verificationQuestion,
  'verification-reopened': verificationReopened,
  'verification-request': verificationRequest,
  'vote-asks': voteAsks,
  'vote-outcome': voteOutcome,
  'vote-reminder': voteReminder,
  'you-are-verified': youAreVerified,
}

export type RenderedMail = { readonly subject: string; readonly html: string; readonly text: string }

// Line breaks and bidi characters in a name or title could imitate a line or a header of our own.
const breaksAndDirections = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

const oneLine = (text: string) => text.replaceAll(breaksAndDirections, ' ').replaceAll(/ {2,}/g, ' ').trim()

function oneLineEach<Value>(value: Value): Value {
  if (typeof value === 'string') return oneLine(value) as Value
  if (Array.isArray(value)) return value.map(oneLineEach) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, oneLineEach(part)])) as Value
}

const longestSubject = 150

const shortened = (subject: string) => {
  const characters = [...subject]
  return characters.length <= longestSubject ? subject : `${characters.slice(0, longestSubject - 1).join('')}…`
}

/** The rendered mail. React escapes the props; plain text needs no escaping. */
export async function renderMail<Template extends MailTemplate>(
  template: Template,
  props: MailProps[Template],
  site: MailContext,
): Promise<RenderedMail> {
  const contentOf: MailContent<Template> | undefined = templates[template]
  if (!contentOf) throw new Error(`There is no mail template "${template}"`)
  const { subject, body } = contentOf(oneLineEach(props), site)
  const text = await render(body, {
    plainText: true,
    htmlToTextOptions: {
      wordwrap: 72,
      selectors: [
        { selector: 'h1', options: { uppercase: false } },
        { selector: 'a', options: { linkBrackets: ['\n', ''], hideLinkHrefIfSameAsText: true } },
      ],
    },
  })
  return { subject: shortened(subject), html: await render(body), text }
}
