import { formatMoment } from '#domain/dates.ts'
import { reminderWords } from '#domain/notice-period.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout, P, Strong } from './mail-layout.tsx'

export const motionReminder: MailContent<'motion-reminder'> = ({ firstName, title, circleTitle, closesAt, link }, site) => ({
  // Without the title, as in `motion-asks`.
  subject: `Your vote is missing in ${circleTitle}`,
  body: (
    <MailLayout
      site={site}
      preview={`A vote in ${circleTitle} closes within ${reminderWords}.`}
      heading="Your vote is missing"
      action={{ label: 'Vote now', link }}
      note="You receive this mail because you are a member of this circle and have not voted."
    >
      <Hello firstName={firstName} />
      <P>
        {title ? <Strong>“{title}”</Strong> : 'A motion'} in <Strong>{circleTitle}</Strong> closes on{' '}
        <Strong>{formatMoment(closesAt)} UTC</Strong>. From then on its outcome stands.
      </P>
    </MailLayout>
  ),
})
