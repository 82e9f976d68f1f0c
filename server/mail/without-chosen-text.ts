import type { MailProps, MailTemplate } from './templates/mail-props.ts'

const nameless = <Props extends { firstName: string }>(props: Props): Props => ({ ...props, firstName: '' })
const asIs = <Props>(props: Props): Props => props
const someCircle = 'a circle of yours'

/**
 * The props for an unconfirmed address. Anyone can register someone else's address and choose names and titles; none of these texts may
 * reach the owner of the address. Names of invited people were set by an administrator.
 */
const neutralTexts: { readonly [Template in MailTemplate]: (props: MailProps[Template]) => MailProps[Template] } = {
  'account-suspended': nameless,
  'address-in-use': nameless,
  'broker-assigned': (props) => ({ ...nameless(props), circleTitle: someCircle }),
  'broker-unassigned': (props) => ({ ...nameless(props), circleTitle: someCircle }),
  'broker-welcome': asIs,
  'circle-complete': (props) => ({ ...props, circleTitle: 'A circle of yours' }),
  'circle-deleted': (props) => ({ ...nameless(props), circleTitle: 'A circle of yours' }),
  // From a verified person to someone they know: the use case limits the number and leaves out texts that look like links.
  'circle-invitation': asIs,
  'confirm-email': asIs,
  digest: (props) => ({ ...nameless(props), notices: [] }),
  'email-change-requested': nameless,
  'email-changed': nameless,
  'member-joined': (props) => ({ ...nameless(props), circleTitle: someCircle }),
  'member-left': (props) => ({ ...nameless(props), circleTitle: someCircle }),
  'member-removed': (props) => ({ ...nameless(props), circleTitle: someCircle }),
  'motion-asks': (props) => ({ ...nameless(props), title: '', circleTitle: someCircle }),
  'motion-outcome': (props) => ({ ...nameless(props), title: '', circleTitle: someCircle }),
  'motion-reminder': (props) => ({ ...nameless(props), title: '', circleTitle: someCircle }),
  'ownership-received': (props) => ({ ...nameless(props), circleTitle: someCircle }),
  'passkey-added': (props) => ({ ...nameless(props), name: '' }),
  'passkey-removed': (props) => ({ ...nameless(props), names: [] }),
  'password-changed': nameless,
  'reset-password': nameless,
  'set-password': asIs,
  'shares-free': (props) => ({ ...props, circleTitle: 'a circle you wait for' }),
  'verification-answered': (props) => ({ ...props, name: 'Someone' }),
  // Questions and reasons are written by administrators.
  'verification-declined': nameless,
  'verification-pending': nameless,
  'verification-question': nameless,
  'verification-reopened': nameless,
  'verification-request': (props) => ({ ...props, name: 'someone new', email: 'see the profile' }),
  'vote-asks': (props) => ({ ...nameless(props), address: 'a property', circleTitle: someCircle }),
  'vote-outcome': (props) => ({ ...nameless(props), address: 'A property', circleTitle: someCircle }),
  'vote-reminder': (props) => ({ ...nameless(props), address: 'a property', circleTitle: someCircle }),
  // The link may contain a circle's id and an invite, but no text.
  'you-are-verified': nameless,
}

export function withoutChosenText<Template extends MailTemplate>(template: Template, props: MailProps[Template]): MailProps[Template] {
  const rule: (props: MailProps[Template]) => MailProps[Template] = neutralTexts[template]
  return rule(props)
}
