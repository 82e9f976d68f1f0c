import { linkLifetime } from '#domain/one-time-links.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P } from './mail-layout.tsx'

export const setPassword: MailContent<'set-password'> = ({ firstName, link }, site) => ({
  subject: 'Set your Arcstead password',
  body: (
    <MailLayout
      site={site}
      preview={`Your account is ready. The link works once, for ${linkLifetime('set_password')}.`}
      heading="Set your password"
      action={{ label: 'Set password', link }}
      note={`The link works once, for ${linkLifetime('set_password')}. After that, “Forgot your password?” on the sign-in page brings a new one.`}
    >
      <Hello firstName={firstName} />
      <P>Your Arcstead account is ready. One step is left: choose a password.</P>
    </MailLayout>
  ),
})
