import '@mantine/core/styles/Timeline.layer.css'
import { Timeline } from '@mantine/core'
import {
  IconBuildingCommunity,
  IconCirclePlus,
  IconCompass,
  IconFileText,
  IconMail,
  type IconProps,
  IconThumbUp,
  IconUser,
} from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { OwnVerification } from '#contract/verification.ts'
import { queueWords } from '#domain/verification.ts'
import { wishWords } from '#domain/wish.ts'
import { wishQuery } from '#web/api/saved-wish.ts'
import { sessionQuery } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { Stepper } from '#web/ui/layout/stepper.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { DeclinedCard, NotRequestedCard, ReopenedCard } from './declined-card.tsx'
import { HelpUsVerify } from './help-us-verify.tsx'
import styles from './verification.module.css'
import { ownVerificationQuery } from './verification.queries.ts'

const askAgainEvery = 10_000

const reviewWords = 'Your profile has been submitted. Our team reviews it, and we send you an e-mail as soon as you are verified.'

type Item = { icon: ComponentType<IconProps>; title: ReactNode; text: ReactNode }

const after: readonly Item[] = [
  { icon: IconBuildingCommunity, title: 'Join a circle', text: 'Take one or more arcs in a circle that has some left.' },
  { icon: IconCirclePlus, title: 'Create your own circle', text: 'Set the target, the share size and what you are looking for.' },
  { icon: IconThumbUp, title: 'Vote on properties', text: 'Say which listings you are ready to invest in.' },
]

function List({ title, items }: { title: string; items: readonly Item[] }) {
  return (
    <Card>
      <h2>{title}</h2>
      <Timeline className={styles.timeline} bulletSize={38} lineWidth={1}>
        {items.map(({ icon: Icon, title, text }) => (
          <Timeline.Item key={String(title)} bullet={<Icon {...iconProps(19)} />} title={title}>
            {text}
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  )
}

/** Polls the session; the gate redirects as soon as the person is verified. */
export function VerificationScreen() {
  const { data: user } = useQuery({
    ...sessionQuery,
    refetchInterval: askAgainEvery,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const request = useQuery(ownVerificationQuery)
  const { data: wish, isLoading } = useQuery({ ...wishQuery, enabled: Boolean(user) })
  const meanwhile: readonly Item[] = [
    { icon: IconCompass, title: 'Browse circles', text: 'See what others are putting together, on the list and on the map.' },
    {
      icon: IconUser,
      title: 'Keep your answers right',
      text: (
        <>
          Names, picture, preferences, password and address can be changed in{' '}
          <Link className="text-link" to={paths.profile}>
            your profile
          </Link>
          .
        </>
      ),
    },
    {
      icon: IconFileText,
      title: 'Read the terms',
      text: (
        <>
          How circles and arcs work is written down in the{' '}
          <Link className="text-link" to={paths.terms}>
            Terms of Service
          </Link>
          .
        </>
      ),
    },
    {
      icon: IconMail,
      title: 'Look out for our e-mail',
      text: user ? `We write to ${user.email}.` : 'We write to the address you signed up with.',
    },
  ]
  if (request.isPending || isLoading) return <VerificationSkeleton />
  // If the request fails to load, the usual case is shown.
  const isInReview = !request.data || request.data.state === 'waiting'
  const peopleBefore = request.data?.peopleBefore ?? null
  // Someone who has to act first sees that first; otherwise phones show the two lists before the form.
  const isAsked = !isInReview || request.data?.question?.isAnswered === false
  return (
    <div className={styles.root}>
      <PageHeading subtitle={isInReview ? reviewWords : null}>Verification in Progress</PageHeading>
      {peopleBefore !== null && <p className={`sub ${styles.queue}`}>{queueWords(peopleBefore)}</p>}
      <div className={styles.actions}>
        <ActionButton variant="outline" to={paths.findCircles}>
          Browse Circles
        </ActionButton>
        <ActionButton variant="subtle" to={`${paths.logout}?redirect=${encodeURIComponent(paths.register)}`}>
          Logout
        </ActionButton>
        {isInReview && <p className="small muted">This page moves on by itself once you are verified.</p>}
      </div>
      <Stepper label="Verification" numbered steps={['Profile submitted', 'Team review', 'Verified']} current={isInReview ? 2 : 1} />
      {wish && (
        <Card>
          <p>{wishWords({ act: wish.act, title: wish.circle?.title ?? null })}. We take you there as soon as you are verified.</p>
        </Card>
      )}
      <SideColumns
        className={isAsked ? undefined : styles.listsFirst}
        main={<OwnRequest {...request} />}
        side={
          <>
            <List title="While You Wait" items={meanwhile} />
            <List title="After Verification" items={after} />
          </>
        }
      />
    </div>
  )
}

/** What follows the heading depends on the request, so it is not shown before, or it would move. */
const VerificationSkeleton = () => (
  <div className={styles.root}>
    <PageHeading>Verification in Progress</PageHeading>
    <Loading>
      <Bone height={560} radius={14} />
    </Loading>
  </div>
)

/** The rest of the page is shown even if the request fails to load. */
function OwnRequest({ data: verification, error, refetch }: UseQueryResult<OwnVerification>) {
  if (error && !verification) {
    return (
      <Card>
        <FailureState title="Your request could not be loaded" onRetry={() => void refetch()} />
      </Card>
    )
  }
  if (!verification) return null
  if (verification.decline) return <DeclinedCard decline={verification.decline} />
  if (verification.state === 'reopened') return <ReopenedCard />
  if (verification.state === 'not_requested') return <NotRequestedCard />
  return verification.state === 'waiting' ? <HelpUsVerify verification={verification} /> : null
}
