import { paths } from '#contract/paths.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

export const brokerUnassigned: Mail<{ firstName: string; circleTitle: string }> = {
  kind: null,
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle }, site) => ({
    subject: `You are no longer a broker of ${circleTitle}`,
    preview: 'An administrator changed the circle’s brokers.',
    heading: 'An assignment has ended',
    action: { label: 'Your circles', link: `${site.publicUrl}${paths.brokerCircles}` },
    note: `If this comes as a surprise, write to ${site.supportEmail}.`,
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          You are no longer a broker of <Strong>{circleTitle}</Strong>. The properties you brought to it stay there.
        </P>
      </>
    ),
  }),
}
