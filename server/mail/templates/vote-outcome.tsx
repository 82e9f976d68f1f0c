import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

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

export const voteOutcome: MailContent<'vote-outcome'> = ({ firstName, address, circleTitle, outcome, link }, site) => ({
  subject: `${address} ${outcomeWords[outcome]}`,
  body: (
    <MailLayout
      site={site}
      preview={`A vote in ${circleTitle} has closed.`}
      heading={headings[outcome]}
      action={{ label: 'See the votes', link }}
      note="You receive this mail because you are a member of this circle."
    >
      <Hello firstName={firstName} />
      <P>
        <Strong>{address}</Strong> in <Strong>{circleTitle}</Strong> {outcomeWords[outcome]}. Every vote and the rule by which they were
        counted are on the circle’s record.
      </P>
    </MailLayout>
  ),
})
