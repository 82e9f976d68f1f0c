import { arcsWords } from '#domain/arcs.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

const freedText = (shares: number) => `${arcsWords(shares)} ${shares === 1 ? 'is' : 'are'} free again.`

export const memberLeft: Mail<{ firstName: string; circleTitle: string; shares: number; isRemoved: boolean; link: string }> = {
  kind: 'members',
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, shares, isRemoved, link }) => ({
    subject: isRemoved ? `A member was removed from ${circleTitle}` : `Someone left ${circleTitle}`,
    preview: freedText(shares),
    heading: isRemoved ? 'A member was removed' : 'A member left',
    action: { label: 'See the members', link },
    note: 'You receive this mail because you own this circle. Votes of people who are no longer members do not count any more.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          {isRemoved ? 'An administrator removed a member from ' : 'Someone left '}
          <Strong>{circleTitle}</Strong>. {freedText(shares)}
        </P>
      </>
    ),
  }),
}
