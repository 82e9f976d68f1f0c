import { IconClock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { VerificationReview } from '#contract/verification.ts'
import { fullName } from '#domain/person.ts'
import { queueStateOf, waitedWords } from '#domain/verification.ts'
import { backToList } from '#web/shared/lists/last-list.ts'
import { NextPerson } from '#web/shared/verification/next-person.tsx'
import { QueueStateBadge } from '#web/shared/verification/queue-state-badge.tsx'
import { VerificationBadge } from '#web/shared/verification/verification-badge.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import queueStyles from './queue.module.css'
import { QueueBar } from './queue-bar.tsx'
import { NextInQueue } from './queue-next.tsx'
import { useCameFrom, useGoOn, useQueue } from './queue-place.ts'
import styles from './review.module.css'
import { DecisionForm } from './review-decision.tsx'
import { GivenDocuments } from './review-documents.tsx'
import { ReviewPerson } from './review-person.tsx'
import { SettledCard } from './review-settled.tsx'
import { ReviewSteps } from './review-steps.tsx'

/** A person, what they sent to be verified, and the administrator's decision; alone, or on the way through the queue. */
export function Review({ review }: { review: VerificationReview }) {
  const { user, given, state } = review
  const queue = useQueue()
  const goOn = useGoOn(queue, user._id)
  return (
    <>
      {queue ? (
        <QueueBar userId={user._id} queue={queue} />
      ) : (
        <BackButton label="Back to Users" {...backToList('people', paths.adminUsersAwaiting)} />
      )}
      <div className={queueStyles.shown} data-from={useCameFrom()}>
        <div>
          <PageHeading
            subtitle={[user.email, [user.location?.city, user.location?.state].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
            actions={
              <>
                <Badge>{user.role}</Badge>
                <WaitingBadges review={review} />
                <Link className="text-link small" to={paths.adminManageUser(user._id)}>
                  Manage User
                </Link>
                {!queue && <NextPerson userId={user._id} />}
              </>
            }
          >
            {fullName(user)}
          </PageHeading>
          <SideColumns
            main={
              <>
                <GivenDocuments firstName={user.firstName} given={given} />
                {given.note && (
                  <Card>
                    <h2>Their note</h2>
                    <p className={styles.quote}>“{given.note}”</p>
                  </Card>
                )}
                <ReviewPerson user={user} given={given} />
              </>
            }
            side={
              <>
                {state === 'waiting' ? (
                  <DecisionForm review={review} isInQueue={queue !== null} onDecided={goOn} />
                ) : (
                  <SettledCard review={review} />
                )}
                {queue && <NextInQueue userId={user._id} queue={queue} />}
                <ReviewSteps steps={review.steps} />
              </>
            }
          />
        </div>
      </div>
    </>
  )
}

function WaitingBadges({ review: { user, state, question, requestedAt } }: { review: VerificationReview }) {
  if (state !== 'waiting') return <VerificationBadge user={user} />
  return (
    <>
      <QueueStateBadge state={queueStateOf(question)} />
      {requestedAt && <Badge icon={<IconClock {...iconProps(15)} />}>waiting {sinceWords(waitedWords(requestedAt, new Date()))}</Badge>}
    </>
  )
}

const sinceWords = (waited: string): string => (waited === 'today' ? 'since today' : waited)
