import { linkLifetime } from '#domain/one-time-links.ts'
import { Hello, type Mail, nameless, P } from './mail.tsx'

export const resetPassword: Mail<{ firstName: string; link: string }> = {
  kind: null,
  neutral: nameless,
  content: ({ firstName, link }) => ({
    subject: 'Reset your Arcstead password',
    preview: `The link works once, for ${linkLifetime('reset_password')}.`,
    heading: 'Choose a new password',
    action: { label: 'Reset password', link },
    note: `The link works once, for ${linkLifetime('reset_password')}. If you did not ask for it, there is nothing to do: your password stays as it is.`,
    body: (
      <>
        <Hello firstName={firstName} />
        <P>Someone, most likely you, asked to reset the password of your Arcstead account.</P>
      </>
    ),
  }),
}
