import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

const outcomeWords = { passed: 'passed', did_not_pass: 'did not pass', too_few_voted: 'did not pass: too few voted' } as const

export const motionOutcome: MailContent<'motion-outcome'> = ({ firstName, title, circleTitle, outcome, link }, site) => ({
  // Without the title, as in `motion-asks`.
  subject: `A motion in ${circleTitle} ${outcomeWords[outcome]}`,
  body: (
    <MailLayout
      site={site}
      preview={`A vote in ${circleTitle} has closed.`}
      heading={outcome === 'passed' ? 'The motion passed' : 'The motion did not pass'}
      action={{ label: 'See the votes', link }}
      note="You receive this mail because you are a member of this circle."
    >
      <Hello firstName={firstName} />
      <P>
        {title ? <Strong>“{title}”</Strong> : 'A motion'} in <Strong>{circleTitle}</Strong> {outcomeWords[outcome]}. Every vote and the rule
        by which they were counted are on the circle’s record.
      </P>
    </MailLayout>
  ),
})
