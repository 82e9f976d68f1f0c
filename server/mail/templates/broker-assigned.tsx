import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const brokerAssigned: MailContent<'broker-assigned'> = ({ firstName, circleTitle, link }, site) => ({
  subject: `You are now a broker of ${circleTitle}`,
  body: (
    <MailLayout
      site={site}
      preview="You can bring properties to this circle."
      heading="A circle to look after"
      action={{ label: 'Open the circle', link }}
      note="You receive this mail because an administrator assigned you to this circle."
    >
      <Hello firstName={firstName} />
      <P>
        You were assigned to <Strong>{circleTitle}</Strong>. You can bring properties to it and follow how its members vote.
      </P>
    </MailLayout>
  ),
})
