import { Hello, type Mail, nameless, someCircle } from './mail.tsx'
import { VoteCloses } from './vote-closes.tsx'

export const voteAsks: Mail<{ firstName: string; address: string; circleTitle: string; closesAt: string; link: string }> = {
  kind: 'vote',
  neutral: (props) => ({ ...nameless(props), address: 'a property', circleTitle: someCircle }),
  content: ({ firstName, address, circleTitle, closesAt, link }, site) => ({
    subject: `You are asked to vote in ${circleTitle}`,
    preview: `Voting on a property in ${circleTitle} has a date on which it closes.`,
    heading: 'You are asked to vote',
    action: { label: 'Read and vote', link },
    note: 'You receive this mail because you are a member of this circle and have not voted.',
    body: (
      <>
        <Hello firstName={firstName} />
        <VoteCloses address={address} circleTitle={circleTitle} closesAt={closesAt} zone={site.zone} />
      </>
    ),
  }),
}
