import type { MailContent } from './mail-content.ts'
import { MailLayout, P, Strong } from './mail-layout.tsx'

export const circleInvitation: MailContent<'circle-invitation'> = ({ inviterName, circleTitle, note, days, isReminder, link }, site) => ({
  subject: `${isReminder ? 'Reminder: ' : ''}${inviterName} invites you to ${circleTitle}`,
  body: (
    <MailLayout
      site={site}
      preview="See the circle before you decide."
      heading="You are invited to a circle"
      action={{ label: 'See the circle', link }}
      note={`You receive this mail because ${inviterName} entered your address on Arcstead. If you do not know this person, you can ignore it; your address is deleted when the invitation ends.`}
    >
      <P>
        <Strong>{inviterName}</Strong> invites you to <Strong>{circleTitle}</Strong>, a circle of people who buy property together.
      </P>
      {note && <P>“{note}”</P>}
      <P>
        The link is for you alone and works for {days} {days === 1 ? 'day' : 'days'}. {inviterName} sees when you open it, register and
        join.
      </P>
    </MailLayout>
  ),
})
