import { paths } from '#contract/paths.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const brokerUnassigned: MailContent<'broker-unassigned'> = ({ firstName, circleTitle }, site) => ({
  subject: `You are no longer a broker of ${circleTitle}`,
  body: (
    <MailLayout
      site={site}
      preview="An administrator changed the circle’s brokers."
      heading="An assignment has ended"
      action={{ label: 'Your circles', link: `${site.publicUrl}${paths.brokerCircles}` }}
      note={`If this comes as a surprise, write to ${site.supportEmail}.`}
    >
      <Hello firstName={firstName} />
      <P>
        You are no longer a broker of <Strong>{circleTitle}</Strong>. The properties you brought to it stay there.
      </P>
    </MailLayout>
  ),
})
