import { linkLifetime } from '#domain/one-time-links.ts'
import type { MailContent } from './mail-content.ts'
import { MailLayout, P } from './mail-layout.tsx'

export const confirmEmail: MailContent<'confirm-email'> = ({ link }, site) => ({
  subject: 'Confirm your e-mail address for Arcstead',
  body: (
    <MailLayout
      site={site}
      preview={`The link works once, for ${linkLifetime('confirm_email')}.`}
      heading="Confirm your e-mail address"
      action={{ label: 'Confirm address', link }}
      note={`The link works once, for ${linkLifetime('confirm_email')}. If you did not ask for it, there is nothing to do: without it, this address is not used.`}
    >
      <P>Hello,</P>
      <P>Someone, most likely you, gave this e-mail address for an Arcstead account. Please confirm that it is yours.</P>
    </MailLayout>
  ),
})
