import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

const outcomeWords = {
  passed: 'passed',
  did_not_pass: 'did not pass',
  blocked: 'was blocked by a veto',
  too_few_voted: 'did not pass: too few voted',
} as const

const headings = {
  passed: 'The property passed',
  did_not_pass: 'The property did not pass',
  blocked: 'The property was blocked',
  too_few_voted: 'The property did not pass',
} as const

export const voteOutcome: Mail<{
  firstName: string
  address: string
  circleTitle: string
  outcome: 'passed' | 'did_not_pass' | 'blocked' | 'too_few_voted'
  link: string
}> = {
  kind: 'outcome',
  neutral: (props) => ({ ...nameless(props), address: 'A property', circleTitle: someCircle }),
  content: ({ firstName, address, circleTitle, outcome, link }) => ({
    subject: `A property in ${circleTitle} ${outcomeWords[outcome]}`,
    preview: `A vote in ${circleTitle} has closed.`,
    heading: headings[outcome],
    action: { label: 'See the votes', link },
    note: 'You receive this mail because you are a member of this circle.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          <Strong>{address}</Strong> in <Strong>{circleTitle}</Strong> {outcomeWords[outcome]}. Every vote and the rule by which they were
          counted are on the circle’s record.
        </P>
      </>
    ),
  }),
}
