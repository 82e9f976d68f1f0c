import { formatDollars } from '#domain/money.ts'
import type { MailContent } from './mail-content.ts'
import { MailLayout, P, Strong } from './mail-layout.tsx'

export const circleComplete: MailContent<'circle-complete'> = ({ circleTitle, target, link }, site) => ({
  subject: `${circleTitle} is fully funded`,
  body: (
    <MailLayout
      site={site}
      preview="Every arc has found its holder."
      heading="The circle is complete"
      action={{ label: 'Open the circle', link }}
      note="You receive this mail because you are a member or broker of this circle, or an administrator."
    >
      <P>
        <Strong>{circleTitle}</Strong> has reached its target of <Strong>{formatDollars(target)}</Strong>: every arc has found its holder.
      </P>
      <P>Next, the members view the properties that are brought to the circle, and vote on them together.</P>
    </MailLayout>
  ),
})
