import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P } from './mail-layout.tsx'

export const accountSuspended: MailContent<'account-suspended'> = ({ firstName }, site) => ({
  subject: 'Your Arcstead account was suspended',
  body: (
    <MailLayout
      site={site}
      preview="You cannot sign in until it is reactivated."
      heading="Your account was suspended"
      action={{ label: 'Write to us', link: `mailto:${site.supportEmail}` }}
      note={`The button starts a mail to ${site.supportEmail}. If you think this is a mistake, tell us there.`}
    >
      <Hello firstName={firstName} />
      <P>
        An administrator has suspended your Arcstead account. You are signed out everywhere, and cannot sign in until it is reactivated.
      </P>
    </MailLayout>
  ),
})
