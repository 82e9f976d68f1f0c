import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const verificationReopened: MailContent<'verification-reopened'> = ({ firstName, link, sentence }, site) => ({
  subject: 'You may ask to be verified again',
  body: (
    <MailLayout
      site={site}
      preview="Our team has reopened your request."
      heading="You may ask again"
      action={{ label: 'Ask again', link }}
      note="You receive this mail because you asked to be verified."
    >
      <Hello firstName={firstName} />
      <P>Our team had declined your request to be verified. You may ask again now, without waiting any longer.</P>
      {sentence && (
        <P>
          <Strong>{sentence}</Strong>
        </P>
      )}
    </MailLayout>
  ),
})
