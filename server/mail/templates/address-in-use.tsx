import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, TextLink } from './mail-layout.tsx'

export const addressInUse: MailContent<'address-in-use'> = ({ firstName, loginLink, resetLink }, site) => ({
  subject: 'You already have an Arcstead account',
  body: (
    <MailLayout
      site={site}
      preview="Someone tried to register with your e-mail address."
      heading="You already have an account"
      action={{ label: 'Sign in', link: loginLink }}
      note={
        <>
          If it was not you, there is nothing to do: nothing about your account has changed. Forgot your password? Choose a new one at{' '}
          <TextLink href={resetLink} />
        </>
      }
    >
      <Hello firstName={firstName} />
      <P>Someone, perhaps you, just tried to register at Arcstead with this e-mail address. It belongs to your account already.</P>
    </MailLayout>
  ),
})
