import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const ownershipReceived: MailContent<'ownership-received'> = ({ firstName, circleTitle, link }, site) => ({
  subject: `You now own ${circleTitle}`,
  body: (
    <MailLayout
      site={site}
      preview="Its ownership was handed to you."
      heading="A circle is yours"
      action={{ label: 'Open the circle', link }}
      note={`Your shares and your commitment stay as they are. If this comes as a surprise, write to ${site.supportEmail}.`}
    >
      <Hello firstName={firstName} />
      <P>
        The ownership of <Strong>{circleTitle}</Strong> was handed to you. You can change its description and criteria, invite people, and
        hand it on in turn.
      </P>
    </MailLayout>
  ),
})
