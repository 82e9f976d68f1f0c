import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

export const ownershipReceived: Mail<{ firstName: string; circleTitle: string; link: string }> = {
  kind: null,
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, link }, site) => ({
    subject: `You now own ${circleTitle}`,
    preview: 'Its ownership was handed to you.',
    heading: 'A circle is yours',
    action: { label: 'Open the circle', link },
    note: `Your arcs and your commitment stay as they are. If this comes as a surprise, write to ${site.supportEmail}.`,
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          The ownership of <Strong>{circleTitle}</Strong> was handed to you. You can change its description and criteria, invite people, and
          hand it on in turn.
        </P>
      </>
    ),
  }),
}
