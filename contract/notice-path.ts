import type { NoticeKind } from '#domain/notices.ts'
import { type Path, paths } from './paths.ts'

const isFollowed = (kind: NoticeKind): boolean => kind.startsWith('followed_')

const purchaseKinds: readonly NoticeKind[] = ['purchase_started', 'step_assigned', 'settlement_waits', 'bought', 'given_up']
const saleKinds: readonly NoticeKind[] = ['sale_waits', 'sold']
const isOfPurchase = (kind: NoticeKind): boolean => purchaseKinds.includes(kind)

type Subject = {
  readonly kind: NoticeKind
  readonly circle: string | null
  readonly property: string | null
  readonly motion: string | null
  /** Of notices about money that is called. */
  readonly call?: string | null | undefined
  /** Of notices about what is paid out. */
  readonly distribution?: string | null | undefined
  /** Of notices about arcs that are handed on. */
  readonly offer?: string | null | undefined
  /** Of notices about statements. */
  readonly year?: number | null | undefined
  /** Of notices about months of the book. */
  readonly month?: string | null | undefined
}

/** Where a notice links to. The circle's page redirects brokers to their own. */
export function noticePath({ kind, circle, property, motion, call, distribution, month, offer, year }: Subject): Path {
  if (kind === 'verification_question' || kind === 'verification_declined' || kind === 'verification_reopened')
    return paths.userVerification
  if (!circle) return paths.dashboard
  if (offer) return paths.circleOffer(circle, offer)
  if (distribution) return paths.circleDistribution(circle, distribution)
  if (call) return paths.circleCall(circle, call)
  // Earnest money and what is sent back may concern no call.
  if (kind === 'money_word_asked' || kind === 'money_paid_back' || kind === 'payment_counted' || kind === 'payment_returned')
    return paths.circlePurchase(circle)
  if (kind === 'statement_issued') return paths.yearStatement(circle, year ?? 'latest')
  if (month) return paths.circleBookMonth(circle, month)
  if (kind === 'outlay_waits' || kind === 'reversal_waits') return paths.circleBook(circle)
  if (kind === 'where_to_pay') return paths.circlePurchase(circle)
  if (kind === 'sign_asked' || kind === 'sign_named' || kind === 'document_signed' || kind === 'sign_declined')
    return paths.circleDocuments(circle)
  if (kind === 'shares_free') return paths.joinCircle(circle)
  if (isFollowed(kind)) return paths.circlePublic(circle)
  if (kind === 'member_joined' || kind === 'member_left') return paths.circleMembers(circle)
  if (kind === 'question_answered' || kind === 'question_declined' || kind === 'saved_search') return paths.circlePublic(circle)
  if (kind === 'question') return paths.circleQuestions(circle)
  if (kind === 'mention' && !motion && !property) return paths.circleConversation(circle)
  if (kind === 'broker_assigned') return paths.brokerCircle(circle)
  if (kind === 'broker_unassigned') return paths.brokerCircles
  if (kind === 'charter_waits') return paths.circleCharter(circle)
  if (isOfPurchase(kind)) return paths.circlePurchase(circle)
  if (saleKinds.includes(kind)) return paths.circleSale(circle)
  if (motion) return paths.circleMotion(circle, motion)
  if (kind === 'circle_ended' || kind === 'circle_complete' || kind === 'rules_changed') return paths.circle(circle)
  return property ? paths.circleProperty(circle, property) : paths.circleVoting(circle)
}
