import { useParams } from 'react-router'
import { useUser } from '#web/api/session.ts'
import { MentionMails } from '#web/features/profile/mention-mails.tsx'
import { ConversationPage } from '#web/features/threads/conversation-page.tsx'
import { MembersOnly } from './circle-redirects.tsx'

/** A circle's conversation, the same page for members and the circle's brokers. */
export function ConversationScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  if (!user) return null
  const page = (isForBroker: boolean) => <ConversationPage circleId={id} isForBroker={isForBroker} mentionMails={<MentionMails />} />
  return (
    <MembersOnly key={id} circleId={id} user={user} forBrokers={page(true)}>
      {page(false)}
    </MembersOnly>
  )
}
