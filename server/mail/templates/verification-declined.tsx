import { askAgainDays } from '#domain/verification.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const verificationDeclined: MailContent<'verification-declined'> = ({ firstName, reason, link }, site) => ({
  subject: 'Your Arcstead profile was not verified',
  body: (
    <MailLayout
      site={site}
      preview="Our team has declined your request; here is why."
      heading="We could not verify you"
      action={{ label: 'Open Arcstead', link }}
      note="You receive this mail because you asked to be verified."
    >
      <Hello firstName={firstName} />
      <P>Our team has looked at your profile and declined your request, for this reason:</P>
      <P>
        <Strong>{reason}</Strong>
      </P>
      <P>You may ask again in {askAgainDays} days. Until then you can browse circles, but not create or join one.</P>
    </MailLayout>
  ),
})
