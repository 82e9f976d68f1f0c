import { arcsWords } from '#domain/arcs.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

const sharesText = (shares: number) => {
  if (shares === 0) return 'Every arc is taken now.'
  return `${arcsWords(shares)} ${shares === 1 ? 'is' : 'are'} left.`
}

export const memberJoined: Mail<{ firstName: string; circleTitle: string; sharesLeft: number; link: string }> = {
  kind: 'members',
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, sharesLeft, link }) => ({
    subject: `Someone joined ${circleTitle}`,
    preview: sharesText(sharesLeft),
    heading: 'A new member',
    action: { label: 'See the members', link },
    note: 'You receive this mail because you own this circle.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          Someone joined <Strong>{circleTitle}</Strong>. {sharesText(sharesLeft)}
        </P>
      </>
    ),
  }),
}
