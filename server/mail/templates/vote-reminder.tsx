import { formatMoment } from '#domain/dates.ts'
import { reminderWords } from '#domain/notice-period.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const voteReminder: MailContent<'vote-reminder'> = ({ firstName, address, circleTitle, closesAt, link }, site) => ({
  subject: `Your vote is missing: ${address}`,
  body: (
    <MailLayout
      site={site}
      preview={`The vote in ${circleTitle} closes within ${reminderWords}.`}
      heading="Your vote is missing"
      action={{ label: 'Vote now', link }}
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
