import { formatMoment } from '#domain/dates.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const motionAsks: MailContent<'motion-asks'> = ({ firstName, title, circleTitle, closesAt, link }, site) => ({
  // Without the title: administrators see subjects, and a sent mail keeps its own after the proposer is erased.
  subject: `You are asked to vote in ${circleTitle}`,
  body: (
    <MailLayout
      site={site}
      preview={`A motion was proposed in ${circleTitle}.`}
      heading="You are asked to vote"
      action={{ label: 'Read and vote', link }}
      note="You receive this mail because you are a member of this circle."
    >
      <Hello firstName={firstName} />
      <P>
        {title ? <Strong>“{title}”</Strong> : 'A motion'} was proposed in <Strong>{circleTitle}</Strong>. The vote closes on{' '}
        <Strong>{formatMoment(closesAt)} UTC</Strong>, or earlier once everyone has voted.
      </P>
    </MailLayout>
  ),
})
