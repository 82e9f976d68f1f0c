import { reminderWords } from '#domain/notice-period.ts'
import type { MailContent } from './mail-content.ts'
import { Hello, MailLayout } from './mail-layout.tsx'
import { VoteCloses } from './vote-closes.tsx'

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
      <VoteCloses address={address} circleTitle={circleTitle} closesAt={closesAt} />
    </MailLayout>
  ),
})
