import { linkLifetime } from '#domain/one-time-links.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P } from './mail-layout.tsx'

export const resetPassword: MailContent<'reset-password'> = ({ firstName, link }, site) => ({
  subject: 'Reset your Arcstead password',
  body: (
    <MailLayout
      site={site}
      preview={`The link works once, for ${linkLifetime('reset_password')}.`}
      heading="Choose a new password"
      action={{ label: 'Reset password', link }}
      note={`The link works once, for ${linkLifetime('reset_password')}. If you did not ask for it, there is nothing to do: your password stays as it is.`}
    >
      <Hello firstName={firstName} />
      <P>Someone, most likely you, asked to reset the password of your Arcstead account.</P>
    </MailLayout>
  ),
})
