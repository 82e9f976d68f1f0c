/** The props of each mail. The texts are in the template files beside this one. */
export type MailProps = {
  'reset-password': { firstName: string; link: string }
  'address-in-use': { firstName: string; loginLink: string; resetLink: string }
  'password-changed': { firstName: string; resetLink: string }
  'passkey-added': { firstName: string; name: string; resetLink: string }
  'passkey-removed': { firstName: string; names: readonly string[]; resetLink: string }
  'confirm-email': { link: string }
  'email-change-requested': { firstName: string; resetLink: string }
  'email-changed': { firstName: string; by: 'person' | 'administrator'; supportEmail: string }
  'account-suspended': { firstName: string }
  'verification-request': { name: string; email: string; link: string }
  'verification-pending': { firstName: string; link: string }
  /** `sentence` is what the administrator adds. */
  'you-are-verified': { firstName: string; link: string; sentence?: string }
  'verification-question': { firstName: string; question: string; link: string }
  'verification-declined': { firstName: string; reason: string; link: string }
  'verification-reopened': { firstName: string; link: string; sentence?: string }
  'verification-answered': { name: string; link: string }
  'broker-welcome': { firstName: string; link: string }
  'set-password': { firstName: string; link: string }
  'circle-complete': { circleTitle: string; target: number; link: string }
  'circle-invitation': {
    inviterName: string
    circleTitle: string
    note: string | null
    /** How many days the link still works. */
    days: number
    isReminder: boolean
    link: string
  }
  'shares-free': { circleTitle: string; shares: number; link: string }
  'member-removed': { firstName: string; circleTitle: string; amount: number }
  'ownership-received': { firstName: string; circleTitle: string; link: string }
  'circle-deleted': { firstName: string; circleTitle: string }
  'member-joined': { firstName: string; circleTitle: string; sharesLeft: number; link: string }
  'member-left': { firstName: string; circleTitle: string; shares: number; isRemoved: boolean; link: string }
  'broker-assigned': { firstName: string; circleTitle: string; link: string }
  'broker-unassigned': { firstName: string; circleTitle: string }
  'vote-asks': { firstName: string; address: string; circleTitle: string; closesAt: string; link: string }
  'vote-reminder': { firstName: string; address: string; circleTitle: string; closesAt: string; link: string }
  'vote-outcome': {
    firstName: string
    address: string
    circleTitle: string
    outcome: 'passed' | 'did_not_pass' | 'blocked' | 'too_few_voted'
    link: string
  }
  // An empty title: the recipient has not confirmed their address.
  'motion-asks': { firstName: string; title: string; circleTitle: string; closesAt: string; link: string }
  'motion-reminder': { firstName: string; title: string; circleTitle: string; closesAt: string; link: string }
  'motion-outcome': {
    firstName: string
    title: string
    circleTitle: string
    outcome: 'passed' | 'did_not_pass' | 'too_few_voted'
    link: string
  }
  digest: {
    firstName: string
    /** The total number; `notices` are the newest of them. */
    count: number
    notices: readonly { words: string; link: string }[]
    link: string
    settingsLink: string
  }
}
export type MailTemplate = keyof MailProps
