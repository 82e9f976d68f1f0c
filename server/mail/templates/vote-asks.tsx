import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout } from './mail-layout.tsx'
import { VoteCloses } from './vote-closes.tsx'

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
      <VoteCloses address={address} circleTitle={circleTitle} closesAt={closesAt} />
    </MailLayout>
  ),
})
