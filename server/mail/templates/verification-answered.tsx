import type { MailContent } from './mail-content.ts'
import { MailLayout, P, Strong } from './mail-layout.tsx'

export const verificationAnswered: MailContent<'verification-answered'> = ({ name, link }, site) => ({
  subject: 'Your question was answered',
  body: (
    <MailLayout
      site={site}
      preview="Someone whom you asked for more has answered."
      heading="Your question was answered"
      action={{ label: 'Review profile', link }}
      note="You receive this mail because you asked this person for more before verifying them."
    >
      <P>
        <Strong>{name}</Strong> has answered your question and waits to be verified.
      </P>
    </MailLayout>
  ),
})
