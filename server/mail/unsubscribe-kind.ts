import type { UnsubscribableKind } from '#domain/mail-kinds.ts'
import type { MailTemplate } from './templates/mail-props.ts'

/** Which setting switches each mail off; null for mails that are always sent: about the account, rights and money. */
const kinds: Readonly<Record<MailTemplate, UnsubscribableKind | null>> = {
  'motion-asks': 'vote',
  'motion-reminder': 'vote',
  'vote-asks': 'vote',
  'vote-reminder': 'vote',
  'motion-outcome': 'outcome',
  'vote-outcome': 'outcome',
  'member-joined': 'members',
  'member-left': 'members',
  'shares-free': 'place',
  digest: 'digest',
  'account-suspended': null,
  'address-in-use': null,
  'broker-assigned': null,
  'broker-unassigned': null,
  'broker-welcome': null,
  'circle-complete': null,
  'circle-deleted': null,
  'circle-invitation': null,
  'confirm-email': null,
  'email-change-requested': null,
  'email-changed': null,
  'member-removed': null,
  'ownership-received': null,
  'passkey-added': null,
  'passkey-removed': null,
  'password-changed': null,
  'reset-password': null,
  'set-password': null,
  'verification-answered': null,
  'verification-declined': null,
  'verification-pending': null,
  'verification-question': null,
  'verification-reopened': null,
  'verification-request': null,
  'you-are-verified': null,
}

export const unsubscribeKind = (template: MailTemplate): UnsubscribableKind | null => kinds[template]
