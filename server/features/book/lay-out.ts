import { sql } from 'kysely'
import type { z } from 'zod'
import type { outlayRequest } from '#contract/booking.ts'
import { Refusal } from '#contract/errors.ts'
import type { BookAccount } from '#domain/book-accounts.ts'
import type { Cents } from '#domain/money.ts'
import { monthOf } from '#domain/month-close.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { readBookkeeper } from '#server/shared/book/bookkeeper.ts'
import { findMembers } from '#server/shared/deciding/mail-members.ts'
import { requireDocumentVersion } from '#server/shared/documents/documents.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { type Booking, lockAsTreasurer, lockBook } from './lock-book.ts'
import { requirePermission } from './pay.ts'
import { requireDay, writeBooking } from './write-booking.ts'

type Request = z.infer<typeof outlayRequest>
export type LaidOut = { readonly entryId: string | null; readonly outlayId: string | null; readonly ratifyMotionId: string | null }

type Outlay = {
  readonly person: string
  readonly account: BookAccount
  readonly amountCents: Cents
  readonly day: string
  readonly payee: string
  readonly words: string
  readonly documentVersionId: string
  readonly motionId: string | null
  readonly relatedMember: string | null
  readonly belongsTo: string | null
}

/** A cost that is owed to who paid it. */
async function bookOutlay(tx: Tx, actor: Actor, circleId: string, outlay: Outlay, bookedBy: string, booking: Booking) {
  const { person, account, amountCents, day, words, documentVersionId, belongsTo } = outlay
  const permitted = await requirePermission(tx, actor, circleId, outlay, { day, isShown: false }, booking)
  const lines = [{ account, amountCents } as const, { account: 'owed', person, amountCents: -amountCents } as const]
  return writeBooking(
    tx,
    actor,
    circleId,
    {
      kind: 'outlay',
      day,
      lines: lines as Parameters<typeof writeBooking>[3]['lines'],
      words,
      documentVersionId,
      belongsTo,
      ...permitted,
      bookedBy,
    },
    booking,
  )
}

/** The treasurer's own outlay needs another member's word, unless there is no other holder. */
export async function layOut(tx: Tx, actor: Actor, circleId: string, request: Request, booking: Booking): Promise<LaidOut> {
  const { today } = await lockAsTreasurer(tx, circleId, actor, booking)
  const holders = (await readHoldings(tx, circleId)).filter(({ heldSince }) => heldSince.length > 0)
  if (!holders.some(({ user }) => user === request.person)) throw new Refusal('member_not_here')
  const outlay: Outlay = {
    ...request,
    day: requireDay(request.day, today),
    words: request.words ?? '',
    motionId: request.motionId ?? null,
    belongsTo: request.belongsTo ?? null,
  }
  if (request.person !== actor.id || holders.length === 1) {
    const { entryId, ratifyMotionId } = await bookOutlay(tx, actor, circleId, outlay, actor.id, booking)
    return { entryId, outlayId: null, ratifyMotionId }
  }
  await requireDocumentVersion(tx, circleId, outlay.documentVersionId)
  if (outlay.motionId !== null && !isId(outlay.motionId)) throw new Refusal('motion_not_found')
  const motion = outlay.motionId
    ? await tx.selectFrom('motions').select('id').where('id', '=', outlay.motionId).where('circle_id', '=', circleId).executeTakeFirst()
    : null
  if (motion === undefined) throw new Refusal('motion_not_found')
  if (outlay.relatedMember !== null && !holders.some(({ user }) => user === outlay.relatedMember)) throw new Refusal('member_not_here')
  const id = newId()
  await tx
    .insertInto('outlays')
    .values({
      id,
      circle_id: circleId,
      user_id: actor.id,
      account: outlay.account,
      amount_cents: outlay.amountCents,
      day: outlay.day,
      belongs_to: outlay.belongsTo ? `${outlay.belongsTo}-01` : null,
      document_version_id: outlay.documentVersionId,
      motion_id: outlay.motionId,
      related_member: outlay.relatedMember,
    })
    .execute()
  await tx.insertInto('outlay_texts').values({ outlay_id: id, payee: outlay.payee, words: outlay.words }).execute()
  await writeAudit(tx, { act: 'outlay.recorded', by: actor, subject: ['outlay', id], facts: { circle: circleId } })
  const others = (await findMembers(tx, circleId)).filter((person) => person !== actor.id)
  await notify(tx, others, { kind: 'outlay_waits', circleId })
  await publishCircleChange(tx, circleId, 'money')
  return { entryId: null, outlayId: id, ratifyMotionId: null }
}

type Place = { readonly circleId: string; readonly outlayId: string }

async function findWaiting(tx: Tx, { circleId, outlayId }: Place) {
  const row = isId(outlayId)
    ? await tx
        .selectFrom('outlays')
        .innerJoin('outlay_texts', 'outlay_texts.outlay_id', 'outlays.id')
        .selectAll('outlays')
        .select(['payee', 'words'])
        .where('outlays.id', '=', outlayId)
        .where('circle_id', '=', circleId)
        .where('withdrawn_at', 'is', null)
        .where('entry_id', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('outlay_not_found')
  return row
}

/** Another member says that the treasurer's outlay is so: it is booked. */
export async function confirmOutlay(tx: Tx, actor: Actor, place: Place, booking: Booking): Promise<LaidOut> {
  const { circleId } = place
  await lockBook(tx, circleId, actor, booking)
  const row = await findWaiting(tx, place)
  if (row.user_id === actor.id || (await readBookkeeper(tx, circleId)) === actor.id) throw new Refusal('treasurer_has_no_word')
  await redeemStepUp(tx, actor, 'confirm_money')
  const outlay: Outlay = {
    person: row.user_id,
    account: row.account as BookAccount,
    amountCents: row.amount_cents,
    day: row.day,
    payee: row.payee,
    words: row.words,
    documentVersionId: row.document_version_id,
    motionId: row.motion_id,
    relatedMember: row.related_member,
    belongsTo: row.belongs_to && monthOf(row.belongs_to),
  }
  const { entryId, ratifyMotionId } = await bookOutlay(tx, actor, circleId, outlay, row.user_id, booking)
  await tx.updateTable('outlays').set({ confirmed_by: actor.id, entry_id: entryId }).where('id', '=', row.id).execute()
  await writeAudit(tx, { act: 'outlay.confirmed', by: actor, subject: ['outlay', row.id], facts: { circle: circleId, entry: entryId } })
  return { entryId, outlayId: row.id, ratifyMotionId }
}

export async function withdrawOutlay(tx: Tx, actor: Actor, place: Place, booking: Booking): Promise<void> {
  await lockBook(tx, place.circleId, actor, booking)
  const row = await findWaiting(tx, place)
  if (row.user_id !== actor.id) throw new Refusal('not_allowed')
  await tx.updateTable('outlays').set({ withdrawn_at: sql<Date>`clock_timestamp()` }).where('id', '=', row.id).execute()
  await writeAudit(tx, { act: 'outlay.withdrawn', by: actor, subject: ['outlay', row.id], facts: { circle: place.circleId } })
  await publishCircleChange(tx, place.circleId, 'money')
}
