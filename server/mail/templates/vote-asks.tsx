import { formatMoment } from '#domain/dates.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const voteAsks: MailContent<'vote-asks'> = ({ firstName, address, circleTitle, closesAt, link }, site) => ({
  subject: `You are asked to vote: ${address}`,
  body: (
    <MailLayout
      site={site}
      preview={`A vote in ${circleTitle} has a closing date.`}
      heading="You are asked to vote"
      action={{ label: 'Read and vote', link }}
      note="You receive this mail because you are a member of this circle and have not voted."
    >
      <Hello firstName={firstName} />
      <P>
        The vote on <Strong>{address}</Strong> in <Strong>{circleTitle}</Strong> closes on <Strong>{formatMoment(closesAt)} UTC</Strong>.
        From then on its outcome stands.
      </P>
    </MailLayout>
  ),
})
