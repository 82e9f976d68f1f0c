import {
  type Icon,
  IconAlertTriangle,
  IconArrowsExchange,
  IconAt,
  IconBookmark,
  IconBriefcase,
  IconBriefcaseOff,
  IconBuildingBank,
  IconBuildingCommunity,
  IconCalendarCheck,
  IconCalendarX,
  IconCash,
  IconCashOff,
  IconChecklist,
  IconChecks,
  IconCircleCheck,
  IconCircleOff,
  IconCoins,
  IconFileCheck,
  IconFileDescription,
  IconFileX,
  IconFlag,
  IconFlagOff,
  IconGavel,
  IconHelpCircle,
  IconHomeCheck,
  IconHomeDollar,
  IconHomeX,
  IconListCheck,
  IconMessageCircle,
  IconMessageOff,
  IconReceipt,
  IconReportMoney,
  IconScale,
  IconSignature,
  IconTicket,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconUserQuestion,
  IconUserX,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Notice } from '#contract/notices.ts'
import { isolate } from '#domain/isolate.ts'
import type { NoticeKind } from '#domain/notices.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './notices.module.css'
import { noticesQuery, useKeptMarks, useMarkRead } from './notices.queries.ts'

const icons: Readonly<Record<NoticeKind, Icon>> = {
  new_property: IconBuildingCommunity,
  vote_waits: IconChecklist,
  answer: IconMessageCircle,
  outcome: IconGavel,
  circle_complete: IconCircleCheck,
  shares_free: IconTicket,
  verified: IconUserCheck,
  rules_changed: IconScale,
  member_joined: IconUserPlus,
  member_left: IconUserMinus,
  broker_assigned: IconBriefcase,
  broker_unassigned: IconBriefcaseOff,
  verification_question: IconUserQuestion,
  verification_declined: IconUserX,
  verification_reopened: IconUserQuestion,
  followed_property: IconBuildingCommunity,
  followed_outcome: IconGavel,
  followed_shares: IconTicket,
  followed_complete: IconCircleCheck,
  new_motion: IconFileDescription,
  motion_waits: IconChecklist,
  motion_outcome: IconGavel,
  circle_ended: IconCircleOff,
  motion_changed: IconFileDescription,
  motion_claim: IconUserQuestion,
  motion_lapsed: IconCircleOff,
  mention: IconAt,
  question: IconHelpCircle,
  question_answered: IconMessageCircle,
  question_declined: IconMessageOff,
  saved_search: IconBookmark,
  sign_asked: IconSignature,
  sign_named: IconSignature,
  document_signed: IconFileCheck,
  sign_declined: IconFileX,
  report_seen: IconFlag,
  where_to_pay: IconBuildingBank,
  call_opened: IconCoins,
  call_waits: IconCoins,
  call_complete: IconCircleCheck,
  payment_counted: IconCash,
  payment_returned: IconCashOff,
  money_word_asked: IconCash,
  money_paid_back: IconCash,
  month_waits: IconCalendarCheck,
  month_sent_back: IconCalendarX,
  month_closed: IconCalendarCheck,
  statement_issued: IconReportMoney,
  booked_without_permission: IconAlertTriangle,
  outlay_waits: IconReceipt,
  reversal_waits: IconReceipt,
  distribution_posted: IconCoins,
  distribution_waits: IconCoins,
  distribution_lapsed: IconCircleOff,
  distribution_reversed: IconCashOff,
  payout_paid: IconCash,
  payout_word_asked: IconCash,
  purchase_started: IconHomeDollar,
  step_assigned: IconListCheck,
  settlement_waits: IconFileDescription,
  bought: IconHomeCheck,
  given_up: IconHomeX,
  sale_waits: IconFileDescription,
  sold: IconHomeCheck,
  ending_waits: IconFlag,
  ending_lapsed: IconFlagOff,
  offer_made: IconArrowsExchange,
  offer_to_others: IconArrowsExchange,
  offer_result: IconArrowsExchange,
  offer_ended: IconArrowsExchange,
  offer_yes: IconArrowsExchange,
  transfer_to_pay: IconArrowsExchange,
  transfer_paid: IconArrowsExchange,
  transfer_done: IconArrowsExchange,
  transfer_ended: IconArrowsExchange,
  charter_waits: IconFileDescription,
}

type NoticeListProps = { userId: string; onFollow: () => void }

/** Newest first. Opening a notice marks it as read. */
export function NoticeList({ userId, onFollow }: NoticeListProps) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(noticesQuery(userId))
  const mark = useMarkRead()
  const kept = useKeptMarks()
  const notices = data?.pages.flatMap((page) => page.items)
  const unread = data?.pages[0]?.unread ?? 0
  return (
    <>
      <div className={styles.noticeHead}>
        <h2>Notices</h2>
        <ActionButton variant="subtle" size="compact-md" disabled={unread === 0 || kept.hasAll} onClick={() => mark.mutate('all')}>
          Mark all as read
        </ActionButton>
      </div>
      {!kept.isEmpty && (
        <p className={`small sub ${styles.noticeNone}`} role="status">
          Marked as read. Will be sent when you are back.
        </p>
      )}
      {isError && !notices && <FailureState title="Your notices could not be loaded. Please try again." onRetry={() => void refetch()} />}
      {!notices && !isError && (
        <Loading>
          <Bone height={120} radius={10} />
        </Loading>
      )}
      {notices?.length === 0 && <p className={`sub ${styles.noticeNone}`}>Nothing yet. What happens in your circles is told here.</p>}
      <ul className={styles.noticeList}>
        {notices?.map((notice) => (
          <NoticeItem
            key={notice._id}
            notice={notice}
            isUnread={notice.readAt === null && !kept.has(notice._id)}
            onRead={() => mark.mutate(notice._id)}
            onFollow={() => {
              if (!notice.readAt) mark.mutate(notice._id)
              onFollow()
            }}
          />
        ))}
      </ul>
      {hasNextPage && (
        <ActionButton variant="subtle" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier
        </ActionButton>
      )}
    </>
  )
}

type NoticeItemProps = { notice: Notice; isUnread: boolean; onRead: () => void; onFollow: () => void }

function NoticeItem({ notice, isUnread, onRead, onFollow }: NoticeItemProps) {
  const NoticeIcon = icons[notice.kind]
  return (
    <li className={styles.noticeItem} data-unread={isUnread}>
      <Link to={notice.path} onClick={onFollow}>
        <IconDisc tone="outline" className={styles.noticeSign}>
          <NoticeIcon {...iconProps(18)} />
        </IconDisc>
        <span>
          <span className={styles.noticeWords}>
            {isUnread && <span className="visually-hidden">Unread: </span>}
            {notice.words}
          </span>
          <span className="small muted">
            {notice.circle && `${isolate(notice.circle.title)} · `}
            <Moment at={notice.at} form="short" />
          </span>
        </span>
      </Link>
      {isUnread && (
        <IconAction variant="subtle" label={`Mark as read: ${notice.words}`} icon={<IconChecks {...iconProps(18)} />} onClick={onRead} />
      )}
    </li>
  )
}
