import { formatDollars } from '#domain/money.ts'
import type { Letter } from '#server/mail/letter.ts'
import { P, Sheet, Strong } from '#server/mail/sheet.tsx'

export const circleComplete: Letter<'circle-complete'> = ({ circleTitle, target, link }, site) => ({
  subject: `${circleTitle} is fully funded`,
  sheet: (
    <Sheet
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
    </Sheet>
  ),
})
