import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { VerificationReview } from '#contract/verification.ts'
import { fullName } from '#domain/person.ts'
import { VerificationBadge } from '#web/shared/verification/verification-badge.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import styles from './review.module.css'
import { DecisionForm } from './review-decision.tsx'
import { GivenDocuments } from './review-documents.tsx'
import { ReviewPerson } from './review-person.tsx'
import { SettledCard } from './review-settled.tsx'
import { ReviewSteps } from './review-steps.tsx'

/** A person, what they sent to be verified, and the administrator's decision. */
export function Review({ review }: { review: VerificationReview }) {
  const { user, given, state } = review
  return (
    <>
      <BackButton label="Back to Users" to={paths.adminUsersAwaiting} />
      <PageHeading
        subtitle={user.email}
        actions={
          <>
            <Badge>{user.role}</Badge>
            <VerificationBadge user={user} />
            <Link className="text-link small" to={paths.adminManageUser(user._id)}>
              Manage User
            </Link>
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
            {state === 'waiting' ? <DecisionForm review={review} /> : <SettledCard review={review} />}
            <ReviewSteps steps={review.steps} />
          </>
        }
      />
    </>
  )
}
