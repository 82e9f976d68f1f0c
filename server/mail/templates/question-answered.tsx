import { Hello, type Mail, nameless, P, Strong } from './mail.tsx'

export const questionAnswered: Mail<{ firstName: string; circleTitle: string; question: string; answer: string; link: string }> = {
  kind: 'question',
  neutral: (props) => ({ ...nameless(props), circleTitle: 'a circle', question: '', answer: '' }),
  content: ({ firstName, circleTitle, question, answer, link }) => ({
    subject: `Your question about ${circleTitle} was answered`,
    preview: 'The owner has answered your question.',
    heading: 'Your question was answered',
    action: { label: 'Read it on the page', link },
    note: 'You receive this mail because you asked. Question and answer stand on the circle’s public page with your first name; you can take them away there.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          The owner of <Strong>{circleTitle}</Strong> has answered your question{question ? ` “${question}”:` : '.'}
        </P>
        {answer && <P>“{answer}”</P>}
      </>
    ),
  }),
}
