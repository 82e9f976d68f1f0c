import type { RelatedParty } from '#domain/motions.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

type Props = { firstName: string; title: string; circleTitle: string; link: string; party?: RelatedParty }

export const motionClaim: Mail<Props> = {
  kind: null,
  neutral: (props) => ({ ...nameless(props), title: '', circleTitle: someCircle }),
  content: ({ firstName, title, circleTitle, link, party = 'payee' }) => ({
    // Without the title, as in `motion-asks`.
    subject: `You are named in a motion in ${circleTitle}`,
    preview: `A motion in ${circleTitle} says that its ${party} is related to you.`,
    heading: 'Is that so?',
    action: { label: 'Read and answer', link },
    note: 'You receive this mail because you are named in a motion of your circle.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          {title ? <Strong>“{title}”</Strong> : 'A motion'} in <Strong>{circleTitle}</Strong> says that its {party} is related to you.
          Please say whether that is so.
        </P>
        <P>If it is so, your arcs are left out of this vote. If it is not so, or until you answer, you vote like everyone else.</P>
      </>
    ),
  }),
}
