import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

type Props = { firstName: string; title: string; circleTitle: string; isElsewhere: boolean; link: string }

export const signAsks: Mail<Props> = {
  kind: 'sign',
  neutral: (props) => ({ ...nameless(props), title: '', circleTitle: someCircle }),
  content: ({ firstName, title, circleTitle, isElsewhere, link }) => ({
    // Without the title, as in `motion-asks`.
    subject: isElsewhere ? `Did you sign a paper of ${circleTitle}?` : `You are asked to sign in ${circleTitle}`,
    preview: isElsewhere
      ? `A member of ${circleTitle} says that you signed a paper.`
      : `A document of ${circleTitle} waits for your signature.`,
    heading: isElsewhere ? 'Is that so?' : 'You are asked to sign',
    action: { label: isElsewhere ? 'Read and answer' : 'Read and sign', link },
    note: 'You receive this mail because you are a member of this circle.',
    body: (
      <>
        <Hello firstName={firstName} />
        {isElsewhere ? (
          <P>
            A member says that you signed {title ? <Strong>“{title}”</Strong> : 'a document'} of <Strong>{circleTitle}</Strong> on paper. It
            counts only with your own word: please say whether that is so.
          </P>
        ) : (
          <P>
            {title ? <Strong>“{title}”</Strong> : 'A document'} of <Strong>{circleTitle}</Strong> waits for your signature. Read it first.
            If you do not want to sign, you can say so there.
          </P>
        )}
      </>
    ),
  }),
}
