import { accountSuspended } from './templates/account-suspended.tsx'
import { addressInUse } from './templates/address-in-use.tsx'
import { brokerAssigned } from './templates/broker-assigned.tsx'
import { brokerUnassigned } from './templates/broker-unassigned.tsx'
import { brokerWelcome } from './templates/broker-welcome.tsx'
import { callAsks } from './templates/call-asks.tsx'
import { circleComplete } from './templates/circle-complete.tsx'
import { circleDeleted } from './templates/circle-deleted.tsx'
import { circleInvitation } from './templates/circle-invitation.tsx'
import { confirmEmail } from './templates/confirm-email.tsx'
import { digest } from './templates/digest.tsx'
import { emailChangeRequested } from './templates/email-change-requested.tsx'
import { emailChanged } from './templates/email-changed.tsx'
import type { Mail } from './templates/mail.tsx'
import { memberJoined } from './templates/member-joined.tsx'
import { memberLeft } from './templates/member-left.tsx'
import { memberRemoved } from './templates/member-removed.tsx'
import { mention } from './templates/mention.tsx'
import { monthWaits } from './templates/month-waits.tsx'
import { motionAsks } from './templates/motion-asks.tsx'
import { motionClaim } from './templates/motion-claim.tsx'
import { motionOutcome } from './templates/motion-outcome.tsx'
import { motionReminder } from './templates/motion-reminder.tsx'
import { offerMade } from './templates/offer-made.tsx'
import { offerPay } from './templates/offer-pay.tsx'
import { offerResult } from './templates/offer-result.tsx'
import { ownershipReceived } from './templates/ownership-received.tsx'
import { paidOut } from './templates/paid-out.tsx'
import { passkeyAdded } from './templates/passkey-added.tsx'
import { passkeyRemoved } from './templates/passkey-removed.tsx'
import { passwordChanged } from './templates/password-changed.tsx'
import { questionAnswered } from './templates/question-answered.tsx'
import { questionAsked } from './templates/question-asked.tsx'
import { resetPassword } from './templates/reset-password.tsx'
import { searchMatches } from './templates/search-matches.tsx'
import { setPassword } from './templates/set-password.tsx'
import { sharesFree } from './templates/shares-free.tsx'
import { signAsks } from './templates/sign-asks.tsx'
import { verificationAnswered } from './templates/verification-answered.tsx'
import { verificationDeclined } from './templates/verification-declined.tsx'
import { verificationPending } from './templates/verification-pending.tsx'
import { verificationQuestion } from './templates/verification-question.tsx'
import { verificationReopened } from './templates/verification-reopened.tsx'
import { verificationRequest } from './templates/verification-request.tsx'
import { voteAsks } from './templates/vote-asks.tsx'
import { voteOutcome } from './templates/vote-outcome.tsx'
import { voteReminder } from './templates/vote-reminder.tsx'
import { whereToPay } from './templates/where-to-pay.tsx'
import { youAreIn } from './templates/you-are-in.tsx'
import { youAreMissed } from './templates/you-are-missed.tsx'
import { youAreVerified } from './templates/you-are-verified.tsx'

const list = {
  'account-suspended': accountSuspended,
  'address-in-use': addressInUse,
  'broker-assigned': brokerAssigned,
  'broker-unassigned': brokerUnassigned,
  'broker-welcome': brokerWelcome,
  'call-asks': callAsks,
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
  mention,
  'month-waits': monthWaits,
  'motion-asks': motionAsks,
  'motion-claim': motionClaim,
  'motion-outcome': motionOutcome,
  'motion-reminder': motionReminder,
  'offer-made': offerMade,
  'offer-pay': offerPay,
  'offer-result': offerResult,
  'ownership-received': ownershipReceived,
  'paid-out': paidOut,
  'passkey-added': passkeyAdded,
  'passkey-removed': passkeyRemoved,
  'password-changed': passwordChanged,
  'question-answered': questionAnswered,
  'question-asked': questionAsked,
  'reset-password': resetPassword,
  'search-matches': searchMatches,
  'set-password': setPassword,
  'shares-free': sharesFree,
  'sign-asks': signAsks,
  'verification-answered': verificationAnswered,
  'verification-declined': verificationDeclined,
  'verification-pending': verificationPending,
  'verification-question': verificationQuestion,
  'verification-reopened': verificationReopened,
  'verification-request': verificationRequest,
  'vote-asks': voteAsks,
  'vote-outcome': voteOutcome,
  'vote-reminder': voteReminder,
  'where-to-pay': whereToPay,
  'you-are-in': youAreIn,
  'you-are-missed': youAreMissed,
  'you-are-verified': youAreVerified,
} as const

type Mails = typeof list
export type MailTemplate = keyof Mails
export type MailProps = { [Template in MailTemplate]: Mails[Template] extends Mail<infer Props> ? Props : never }

/** Every mail by its name. */
export const mails: { readonly [Template in MailTemplate]: Mail<MailProps[Template]> } = list
