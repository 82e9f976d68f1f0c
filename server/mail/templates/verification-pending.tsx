import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P } from './mail-layout.tsx'

export const verificationPending: MailContent<'verification-pending'> = ({ firstName, link }, site) => ({
  subject: 'Your Arcstead profile is being reviewed',
  body: (
    <MailLayout
      site={site}
      preview="We tell you as soon as you are verified."
      heading="Your profile is being reviewed"
      action={{ label: 'Open Arcstead', link }}
      note="You receive this mail because you asked to be verified."
    >
      <Hello firstName={firstName} />
      <P>We have received your profile, and our team is reviewing it. We send you another mail as soon as you are verified.</P>
      <P>Until then you can browse circles, but not create or join one.</P>
    </MailLayout>
  ),
})
