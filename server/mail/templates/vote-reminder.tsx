import { reminderWords } from '#domain/notice-period.ts'
import { Hello, type Mail, nameless, someCircle } from './mail.tsx'
import { VoteCloses } from './vote-closes.tsx'

export const voteReminder: Mail<{ firstName: string; address: string; circleTitle: string; closesAt: string; link: string }> = {
  kind: 'vote',
  neutral: (props) => ({ ...nameless(props), address: 'a property', circleTitle: someCircle }),
  content: ({ firstName, address, circleTitle, closesAt, link }, site) => ({
    subject: `Your vote is missing in ${circleTitle}`,
    preview: `The vote in ${circleTitle} closes within ${reminderWords}.`,
    heading: 'Your vote is missing',
    action: { label: 'Vote now', link },
    note: 'You receive this mail because you are a member of this circle and have not voted.',
    body: (
      <>
        <Hello firstName={firstName} />
        <VoteCloses address={address} circleTitle={circleTitle} closesAt={closesAt} zone={site.zone} />
      </>
    ),
  }),
}
