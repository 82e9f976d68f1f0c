import type { MailContent } from './mail-content.ts'
import { MailLayout, P, Strong } from './mail-layout.tsx'

export const verificationRequest: MailContent<'verification-request'> = ({ name, email, link }, site) => ({
  // Without the name: a sent mail keeps its subject, also after the person is erased.
  subject: 'A profile to review',
  body: (
    <MailLayout
      site={site}
      preview="A new profile is waiting for your review."
      heading="A profile to review"
      action={{ label: 'Review profile', link }}
      note="You receive this mail because you are an administrator of Arcstead. Whoever is verified is told by mail."
    >
      <P>
        A person by the name of <Strong>{name}</Strong> ({email}) has completed onboarding and asks to be verified.
      </P>
      <P>Until then they can browse circles, but not create or join one.</P>
    </MailLayout>
  ),
})
