import { asIs, type Mail, P, Strong } from './mail.tsx'

export const circleInvitation: Mail<{
  inviterName: string
  circleTitle: string
  note: string | null
  /** How many days the link still works. */
  days: number
  isReminder: boolean
  link: string
}> = {
  kind: null,
  // From a verified person to someone they know: the use case limits the number and leaves out texts that look like links.
  neutral: asIs,
  content: ({ inviterName, circleTitle, note, days, isReminder, link }) => ({
    subject: `${isReminder ? 'Reminder: you' : 'You'} are invited to ${circleTitle}`,
    preview: 'See the circle before you decide.',
    heading: 'You are invited to a circle',
    action: { label: 'See the circle', link },
    note: `You receive this mail because ${inviterName} entered your address on Arcstead. If you do not know this person, you can ignore it; your address is deleted when the invitation ends.`,
    body: (
      <>
        <P>
          <Strong>{inviterName}</Strong> invites you to <Strong>{circleTitle}</Strong>, a circle of people who buy property together.
        </P>
        {note && <P>“{note}”</P>}
        <P>
          The link is for you alone and works for {days} {days === 1 ? 'day' : 'days'}. {inviterName} sees when you open it, register and
          join.
        </P>
      </>
    ),
  }),
}
