import type { BookAccount } from '#domain/book-accounts.ts'
import { isolate } from '#domain/isolate.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import type { SpendCategory } from '#domain/motion-kinds.ts'
import { readDatabaseClock } from '#server/db/clock.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { findMembers } from '#server/shared/deciding/mail-members.ts'
import { openMotion } from '#server/shared/deciding/open-motion.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { readStage, requireIn } from '#server/shared/stages/stages.ts'
import type { Booking } from './lock-book.ts'

/** In days of notice. */
const ratifyDays = 14

const categories: Partial<Record<BookAccount, SpendCategory>> = {
  repairs: 'repairs',
  tax: 'tax',
  insurance: 'insurance',
  management: 'management',
  utilities: 'utilities',
  association: 'association',
  interest: 'interest',
}

export type ToRatify = {
  readonly circleId: string
  readonly account: BookAccount
  readonly amountCents: Cents
  readonly payee: string
  readonly relatedMember: string | null
  readonly permission: 'emergency' | 'none'
  readonly day: string
}

/**
 * Opens the motion by which the members ratify a payment that no motion had permitted. Everyone gets a notice of one that the bank shows and nothing
 * permitted. The caller has locked the book.
 */
export async function openRatification(tx: Tx, actor: Actor, payment: ToRatify, { publicUrl, noticeSeconds }: Booking): Promise<string> {
  const { circleId, account, amountCents, payee, relatedMember, permission, day } = payment
  requireIn(await readStage(tx, circleId), 'propose_motion')
  const closesAt = new Date((await readDatabaseClock(tx)).getTime() + ratifyDays * noticeSeconds * 1_000)
  const why = permission === 'emergency' ? 'It was paid within the emergency limit.' : 'The bank shows it, and nothing had permitted it.'
  const motionId = await openMotion(tx, actor, {
    circleId,
    facts: { kind: 'spend', amountCents, category: categories[account] ?? 'other', repeats: null, relatedMember },
    title: `Ratify a payment of ${formatCents(amountCents)}`,
    text: `${formatCents(amountCents)} went to ${isolate(payee || 'an unknown payee')} on ${day}. ${why}`,
    payee,
    closesAt,
    noticeSeconds,
    publicUrl,
  })
  if (permission === 'none') {
    const others = (await findMembers(tx, circleId)).filter((person) => person !== actor.id)
    await notify(tx, others, { kind: 'booked_without_permission', circleId, motionId })
  }
  return motionId
}
