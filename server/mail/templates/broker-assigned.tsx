import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

export const brokerAssigned: Mail<{ firstName: string; circleTitle: string; link: string }> = {
  kind: null,
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, link }) => ({
    subject: `You are now a broker of ${circleTitle}`,
    preview: 'You can bring properties to this circle.',
    heading: 'A circle to look after',
    action: { label: 'Open the circle', link },
    note: 'You receive this mail because an administrator assigned you to this circle.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          You were assigned to <Strong>{circleTitle}</Strong>. You can bring properties to it and follow how its members vote.
        </P>
      </>
    ),
  }),
}
