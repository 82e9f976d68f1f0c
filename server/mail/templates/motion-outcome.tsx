import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

const outcomeWords = { passed: 'passed', did_not_pass: 'did not pass', too_few_voted: 'did not pass: too few voted' } as const

export const motionOutcome: Mail<{
  firstName: string
  title: string
  circleTitle: string
  outcome: 'passed' | 'did_not_pass' | 'too_few_voted'
  link: string
}> = {
  kind: 'outcome',
  neutral: (props) => ({ ...nameless(props), title: '', circleTitle: someCircle }),
  content: ({ firstName, title, circleTitle, outcome, link }) => ({
    // Without the title, as in `motion-asks`.
    subject: `A motion in ${circleTitle} ${outcomeWords[outcome]}`,
    preview: `A vote in ${circleTitle} has closed.`,
    heading: outcome === 'passed' ? 'The motion passed' : 'The motion did not pass',
    action: { label: 'See the votes', link },
    note: 'You receive this mail because you are a member of this circle.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          {title ? <Strong>“{title}”</Strong> : 'A motion'} in <Strong>{circleTitle}</Strong> {outcomeWords[outcome]}. Every vote and the
          rule by which they were counted are on the circle’s record.
        </P>
      </>
    ),
  }),
}
