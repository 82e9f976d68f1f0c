import { formatCalendarDay } from '#domain/dates.ts'
import { Hello, type Mail, nameless, P, Strong, someCircle } from './mail.tsx'

/** Without an amount, a reference and where to pay: all of that is shown on the page only. */
export const callAsks: Mail<{ firstName: string; circleTitle: string; dueDay: string; isReminder: boolean; link: string }> = {
  kind: 'pay',
  neutral: (props) => ({ ...nameless(props), circleTitle: someCircle }),
  content: ({ firstName, circleTitle, dueDay, isReminder, link }) => ({
    subject: isReminder ? `Your part is still open in ${circleTitle}` : `You are asked to pay in ${circleTitle}`,
    preview: isReminder ? `Your part of a call in ${circleTitle} is still open.` : `A call for money was opened in ${circleTitle}.`,
    heading: isReminder ? 'Your part is still open' : 'You are asked to pay',
    action: { label: 'See my part', link },
    note: 'You receive this mail because you hold arcs of this circle. Where to pay never stands in a mail: if one gives you account details, do not pay.',
    body: (
      <>
        <Hello firstName={firstName} />
        <P>
          {isReminder ? 'Your part of a call in ' : 'A call for money was opened in '}
          <Strong>{circleTitle}</Strong>
          {isReminder ? ' is not paid yet. It is due on ' : '. Your part is due on '}
          <Strong>{formatCalendarDay(dueDay)}</Strong>. How much it is and where to pay stand on the page of the call.
        </P>
      </>
    ),
  }),
}
