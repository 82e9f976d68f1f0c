import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P } from './mail-layout.tsx'

export const passwordChanged: MailContent<'password-changed'> = ({ firstName, resetLink }, site) => ({
  subject: 'Your Arcstead password was changed',
  body: (
    <MailLayout
      site={site}
      preview="If it was you, there is nothing to do."
      heading="Your password was changed"
      action={{ label: 'It was not me', link: resetLink }}
      note="The button lets you ask for a new password. Choosing it signs out every device."
    >
      <Hello firstName={firstName} />
      <P>The password of your Arcstead account was just changed. If it was you, there is nothing to do.</P>
    </MailLayout>
  ),
})
