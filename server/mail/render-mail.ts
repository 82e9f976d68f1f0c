import { render } from '@react-email/components'
import type { Letter, Site } from './letter.ts'
import { accountSuspended } from './letters/account-suspended.tsx'
import { addressInUse } from './letters/address-in-use.tsx'
import { brokerAssigned } from './letters/broker-assigned.tsx'
import { brokerUnassigned } from './letters/broker-unassigned.tsx'
import { brokerWelcome } from './letters/broker-welcome.tsx'
import { circleComplete } from './letters/circle-complete.tsx'
import { circleDeleted } from './letters/circle-deleted.tsx'
import { confirmEmail } from './letters/confirm-email.tsx'
import { digest } from './letters/digest.tsx'
import { emailChangeRequested } from './letters/email-change-requested.tsx'
import { emailChanged } from './letters/email-changed.tsx'
import { memberJoined } from './letters/member-joined.tsx'
import { memberLeft } from './letters/member-left.tsx'
import { memberRemoved } from './letters/member-removed.tsx'
import { ownershipReceived } from './letters/ownership-received.tsx'
import { passwordChanged } from './letters/password-changed.tsx'
import { resetPassword } from './letters/reset-password.tsx'
import { setPassword } from './letters/set-password.tsx'
import { sharesFree } from './letters/shares-free.tsx'
import { verificationPending } from './letters/verification-pending.tsx'
import { verificationRequest } from './letters/verification-request.tsx'
import { voteReminder } from './letters/vote-reminder.tsx'
import { youAreVerified } from './letters/you-are-verified.tsx'
import type { MailProps, MailTemplate } from './templates.ts'

const letters: { readonly [Template in MailTemplate]: Letter<Template> } = {
  'account-suspended': accountSuspended,
  'address-in-use': addressInUse,
  'broker-assigned': brokerAssigned,
  'broker-unassigned': brokerUnassigned,
  'broker-welcome': brokerWelcome,
  'circle-complete': circleComplete,
  'circle-deleted': circleDeleted,
  'confirm-email': confirmEmail,
  digest,
  'email-change-requested': emailChangeRequested,
  'email-changed': emailChanged,
  'member-joined': memberJoined,
  'member-left': memberLeft,
  'member-removed': memberRemoved,
  'ownership-received': ownershipReceived,
  'password-changed': passwordChanged,
  'reset-password': resetPassword,
  'set-password': setPassword,
  'shares-free': sharesFree,
  'verification-pending': verificationPending,
  'verification-request': verificationRequest,
  'vote-reminder': voteReminder,
  'you-are-verified': youAreVerified,
}

export type RenderedMail = { readonly subject: string; readonly html: string; readonly text: string }

// Line breaks and writing directions that a name or title could carry would let it pose as a line, or a header, of our own.
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

/** A mail as a person receives it. React escapes what the props hold; the plain text has no markup to escape. */
export async function renderMail<Template extends MailTemplate>(
  template: Template,
  props: MailProps[Template],
  site: Site,
): Promise<RenderedMail> {
  const letter: Letter<Template> | undefined = letters[template]
  if (!letter) throw new Error(`There is no mail template "${template}"`)
  const { subject, sheet } = letter(oneLineEach(props), site)
  const text = await render(sheet, {
    plainText: true,
    htmlToTextOptions: {
      wordwrap: 72,
      selectors: [
        { selector: 'h1', options: { uppercase: false } },
        { selector: 'a', options: { linkBrackets: ['\n', ''], hideLinkHrefIfSameAsText: true } },
      ],
    },
  })
  return { subject: shortened(subject), html: await render(sheet), text }
}
