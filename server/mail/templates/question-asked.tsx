import { isolate } from '#domain/isolate.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

export const questionAsked: Mail<{ firstName: string; circleTitle: string; asker: string; question: string; link: string }> = {
  kind: 'question',
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle, asker: '', question: '' }),
  content: ({ firstName, circleTitle, asker, question, link }) => ({
    subject: `A question about ${circleTitle}`,
    preview: 'Someone who thinks of joining asks you.',
    heading: 'A question for you',
    action: { label: 'Answer or decline', link },
    note: 'You receive this mail because you own this circle. An answered question stands on its public page; until then only the two of you see it.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          {asker ? isolate(asker) : 'Someone'} asks about <Strong>{circleTitle}</Strong>
          {question ? ':' : '.'}
        </P>
        {question && <P>“{question}”</P>}
      </>
    ),
  }),
}
