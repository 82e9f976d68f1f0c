import { IconListCheck, IconPencil, IconScale, IconShare2, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { circleRelation, isAssignedTo, mayManageCircle, membershipOf } from '#domain/may/circle.ts'
import { ringArcs } from '#domain/ring.ts'
import { isAllowedIn } from '#domain/stages.ts'
import { circleQuery, membersQuery, myMembershipsQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { BuyingCard, PastPurchase } from '#web/features/acquisition/buying-card.tsx'
import { RulesTool } from '#web/features/deciding/change-rules.tsx'
import { stageQuery } from '#web/features/deciding/motions.queries.ts'
import { StageLine } from '#web/features/deciding/stage-line.tsx'
import { loadPropertyPanel, VoteTab } from '#web/features/deciding/vote-tab.tsx'
import { VotingSummary } from '#web/features/deciding/voting-summary.tsx'
import { FirstStepsCard } from '#web/features/first-steps/first-steps-card.tsx'
import { useFirstSteps } from '#web/features/first-steps/use-first-steps.ts'
import { InvitePeople } from '#web/features/invitations/invite-people.tsx'
import type { CircleMenuItem } from '#web/features/membership/circle-menu.tsx'
import { isCircleTab, MemberCircle } from '#web/features/membership/member-circle.tsx'
import { useWelcome } from '#web/features/membership/welcome.queries.ts'
import { YouAreIn } from '#web/features/membership/you-are-in.tsx'
import { ConversationCard } from '#web/features/threads/conversation-card.tsx'
import { acquisitionQuery } from '#web/shared/acquisition/acquisition.queries.ts'
import { callsQuery } from '#web/shared/calls/calls.queries.ts'
import { circleStage } from '#web/shared/circle/circle-stage.ts'
import { documentsQuery } from '#web/shared/documents/documents.queries.ts'
import { conversationThread, latestPostsQuery } from '#web/shared/thread/thread.queries.ts'
import { PageSkeleton, TableSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { usePreload } from '#web/ui/layout/use-preload.ts'
import { ArcRing } from '#web/ui/ring/arc-ring.tsx'
import { MembersOnly } from './circle-redirects.tsx'

const loadMotions = () => import('#web/features/deciding/motions-tab.tsx')
const MotionsTab = lazy(async () => ({ default: (await loadMotions()).MotionsTab }))

const loadDocuments = () => import('#web/features/documents/documents-tab.tsx')
const DocumentsTab = lazy(async () => ({ default: (await loadDocuments()).DocumentsTab }))

const loadBook = () => import('#web/features/book/book-tab.tsx')
const BookTab = lazy(async () => ({ default: (await loadBook()).BookTab }))

const loadInviteDialog = () => import('#web/features/invitations/invite-dialog.tsx')
const InviteDialog = lazy(async () => ({ default: (await loadInviteDialog()).InviteDialog }))

/** Redirects people who are not members to the page for their role. */
export function MemberCircleScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  const { search } = useLocation()
  if (!user) return null
  return (
    // Notices link here for brokers too.
    <MembersOnly key={id} circleId={id} user={user} brokersAt={`${paths.brokerCircle(id)}${search}`}>
      <Inside circleId={id} user={user} />
    </MembersOnly>
  )
}

function Inside({ circleId, user }: { circleId: string; user: User }) {
  const { data: circle } = useSuspenseQuery(circleQuery(circleId))
  const { data: members } = useSuspenseQuery(membersQuery(circleId))
  useWatchCircle(circleId)
  usePreload(loadPropertyPanel)
  usePreload(loadMotions)
  usePreload(loadDocuments)
  const [query, setQuery] = useSearchParams()
  const { data: line, isLoading: isStageLoading } = useQuery(stageQuery(circleId))
  const stage = line?.stage ?? circleStage(circle)
  const bought = useQuery({ ...acquisitionQuery(circleId), enabled: stage !== 'gathering' })
  const purchase = bought.data ?? null
  const isBuying = stage === 'buying'
  // A circle that has ended holds no property any more.
  const isSold = line?.selling === 'sold' || stage === 'ended'
  const called = useQuery({ ...callsQuery(circleId), enabled: isBuying })
  const { data: documents } = useQuery({ ...documentsQuery(circleId), enabled: stage !== 'gathering' })
  const asked = query.get('tab')
  // A gathering circle has no motions, and old ones are read from the record; it has no documents either.
  const hasMotionsTab = stage !== 'gathering'
  // The book begins with buying, and stays when a purchase was given up: what is owed is paid back from it.
  const hasBook = stage === 'buying' || stage === 'owning' || purchase !== null
  const isShown = isCircleTab(asked) && ((asked !== 'motions' && asked !== 'documents') || hasMotionsTab) && (asked !== 'book' || hasBook)
  const tab = isShown ? asked : query.has('property') ? 'vote' : 'overview'
  const relation = circleRelation({
    membership: membershipOf(members, user._id),
    isAssignedBroker: isAssignedTo(circle, user._id),
    permissions: user.permissions,
  })
  const { data: memberships } = useSuspenseQuery(myMembershipsQuery(user._id))
  const isFirstVisit = memberships.some(({ circle: { _id }, welcomedAt }) => _id === circleId && welcomedAt === null)
  const welcome = useWelcome(circleId, isFirstVisit)
  const latest = useQuery(latestPostsQuery(conversationThread(circleId, circle.title)))
  const isManaged = mayManageCircle(relation) && stage !== 'ended'
  const firsts = useFirstSteps(circle, { isOwners: isManaged, isCharterOpen: query.has('charter') })
  const [isInviting, setInviting] = useState(false)
  const openInvitations = () => setInviting(true)
  const isFull = circle.sharesTotal > 0 && circle.sharesAvailable === 0
  const showTab = (next: string) => setQuery(next === 'overview' ? {} : { tab: next }, { replace: true, preventScrollReset: true })
  const invite: CircleMenuItem = { text: 'Invite people', icon: IconUserPlus, onClick: openInvitations }
  const firstSteps: CircleMenuItem = {
    text: 'First steps',
    icon: IconListCheck,
    onClick: () => {
      firsts.bringBack()
      showTab('overview')
    },
  }
  const share: CircleMenuItem = { text: 'Share the public page', icon: IconShare2, onClick: firsts.share }
  // What stands above the rest must not push it down later. Posts that cannot be loaded do not keep the page back.
  const isMoneyAsked = (stage === 'gathering' || bought.isFetched) && (!isBuying || called.isFetched)
  if (firsts.isLoading || welcome.isLoading || !latest.isFetched || isStageLoading || !isMoneyAsked) return <PageSkeleton />
  const menu: readonly CircleMenuItem[] = [
    ...(isManaged ? [invite, firstSteps] : []),
    { text: 'Decision rules', icon: IconScale, to: paths.circleCharter(circleId) },
    ...(circle.hideCircle ? [] : [share]),
    ...(isManaged ? [{ text: 'Edit Circle', icon: IconPencil, to: paths.changeCircle(circleId), isApart: true }] : []),
  ]
  return (
    <>
      <MemberCircle
        circle={circle}
        members={members}
        userId={user._id}
        relation={relation}
        tab={tab}
        onTab={showTab}
        stage={stage}
        menu={menu}
        stageLine={<StageLine circleId={circleId} userId={user._id} />}
        motions={
          hasMotionsTab
            ? {
                waiting: line?.waitingMotions ?? 0,
                tab: (
                  <Suspense fallback={<TableSkeleton rows={3} />}>
                    <MotionsTab circleId={circleId} />
                  </Suspense>
                ),
              }
            : null
        }
        documents={
          hasMotionsTab
            ? {
                waiting: documents?.documents.filter(({ isAsked, isNamed }) => isAsked || isNamed).length ?? 0,
                tab: (
                  <Suspense fallback={<TableSkeleton rows={3} />}>
                    <DocumentsTab circleId={circleId} userId={user._id} isMember />
                  </Suspense>
                ),
              }
            : null
        }
        book={
          hasBook ? (
            <Suspense fallback={<TableSkeleton rows={6} />}>
              <BookTab circleId={circleId} isEnded={stage === 'ended'} />
            </Suspense>
          ) : null
        }
        voteTab={<VoteTab circle={circle} user={user} relation={relation} stage={stage} />}
        overviewTop={
          <>
            {firsts.steps && <FirstStepsCard circleId={circleId} firsts={{ ...firsts, steps: firsts.steps }} onInvite={openInvitations} />}
            {welcome.welcome && (
              <YouAreIn circle={circle} members={members} userId={user._id} welcome={welcome.welcome} onClose={welcome.close} />
            )}
          </>
        }
        votingSummary={
          <VotingSummary
            circleId={circleId}
            isVotingOver={!isAllowedIn(stage, 'vote')}
            purchased={
              purchase && purchase.outcome !== 'given_up'
                ? { propertyId: purchase.property._id, words: isBuying ? 'Being bought' : isSold ? 'Bought and sold' : 'Bought' }
                : null
            }
          />
        }
        buying={isBuying && purchase ? <BuyingCard circleId={circleId} userId={user._id} purchase={purchase} /> : null}
        purchase={!isBuying && purchase ? <PastPurchase circleId={circleId} userId={user._id} purchase={purchase} isSold={isSold} /> : null}
        conversation={<ConversationCard circle={circle} />}
        ownerTools={<RulesTool circleId={circleId} stage={stage} />}
        invitations={<InvitePeople circleId={circleId} isFull={isFull} onInvite={openInvitations} />}
      />
      {isInviting && (
        <Suspense>
          <InviteDialog
            circleId={circleId}
            arcs={circle.sharesTotal}
            freeArcs={circle.sharesAvailable}
            ring={
              <ArcRing size={64} target={circle.investmentCriteria.totalTargetSize} arcs={ringArcs(members, user._id)} animate={false} />
            }
            onClose={() => setInviting(false)}
          />
        </Suspense>
      )}
    </>
  )
}
