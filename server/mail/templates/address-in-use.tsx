import { Hello, type Mail, nameless, P, TextLink } from './mail.tsx'

export const addressInUse: Mail<{ firstName: string; loginLink: string; resetLink: string }> = {
  kind: null,
  neutral: nameless,
  content: ({ firstName, loginLink, resetLink }) => ({
    subject: 'You already have an Arcstead account',
    preview: 'Someone entered your e-mail address as theirs.',
    heading: 'You already have an account',
    action: { label: 'Sign in', link: loginLink },
    note: (
      <>
        If it was not you, there is nothing to do: nothing about your account has changed. Forgot your password? Choose a new one at{' '}
        <TextLink href={resetLink} />
      </>
    ),
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          Someone, perhaps you, just tried to register at Arcstead with this e-mail address, or to change theirs to it. It belongs to your
          account already.
        </P>
      </>
    ),
  }),
}
