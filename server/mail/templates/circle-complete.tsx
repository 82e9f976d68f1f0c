import { formatDollars } from '#domain/money.ts'
import { type Mail, P, Strong } from './mail.tsx'

export const circleComplete: Mail<{ circleTitle: string; target: number; link: string }> = {
  kind: null,
  neutral: (props) => ({ ...props, circleTitle: 'A circle of yours' }),
  content: ({ circleTitle, target, link }) => ({
    subject: `${circleTitle} is fully funded`,
    preview: 'Every arc has found its holder.',
    heading: 'The circle is complete',
    action: { label: 'Open the circle', link },
    note: 'You receive this mail because you are a member or broker of this circle, or an administrator.',
    body: (
      <>
        <P>
          <Strong>{circleTitle}</Strong> has reached its target of <Strong>{formatDollars(target)}</Strong>: every arc has found its holder.
        </P>
        <P>Next, the members view the properties that are brought to the circle, and vote on them together.</P>
      </>
    ),
  }),
}
