import { formatMoment } from '#domain/dates.ts'
import { reminderWords } from '#domain/notice-period.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

export const motionReminder: Mail<{ firstName: string; title: string; circleTitle: string; closesAt: string; link: string }> = {
  kind: 'vote',
  neutral: (props) => ({ ...nameless(props), title: '', circleTitle: someCircle }),
  content: ({ firstName, title, circleTitle, closesAt, link }, site) => ({
    // Without the title, as in `motion-asks`.
    subject: `Your vote is missing in ${circleTitle}`,
    preview: `A vote in ${circleTitle} closes within ${reminderWords}.`,
    heading: 'Your vote is missing',
    action: { label: 'Vote now', link },
    note: 'You receive this mail because you are a member of this circle and have not voted.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          {title ? <Strong>“{title}”</Strong> : 'A motion'} in <Strong>{circleTitle}</Strong> closes on{' '}
          <Strong>{formatMoment(closesAt, site.zone)}</Strong>. From then on its outcome stands.
        </P>
      </>
    ),
  }),
}
