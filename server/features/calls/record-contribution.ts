import type { NewContribution } from '#contract/calls.ts'
import { Refusal } from '#contract/errors.ts'
import { wordsNeeded } from '#domain/payment-words.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { tellOfMoney } from '#server/shared/calls/tell-of-calls.ts'
import type { Site } from '#server/shared/closing/close-due.ts'
import { requireDocumentVersion } from '#server/shared/documents/documents.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import { countIfConfirmed } from './confirm-contribution.ts'
import { findContribution } from './find-contribution.ts'
import { lockForMoney, requireBankAccount, requirePastDay } from './lock-for-money.ts'

async function requireCall(tx: Tx, circleId: string, callId: string | null | undefined): Promise<string | null> {
  if (!callId) return null
  const row = isId(callId)
    ? await tx.selectFrom('calls').select('id').where('id', '=', callId).where('circle_id', '=', circleId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('call_not_found')
  return row.id
}

/**
 * Records that a member has paid: they themself, or the owner or treasurer for them. It counts once others have confirmed it by its paper; who
 * is alone in a circle needs nobody. What a line of the bank shows counts without being recorded.
 */
export async function recordContribution(tx: Tx, actor: Actor, circleId: string, paid: NewContribution, site: Site): Promise<string> {
  const { keepsMoney, members } = await lockForMoney(tx, circleId, actor, site)
  const payer = paid.payer ?? actor.id
  if (payer !== actor.id && !keepsMoney) throw new Refusal('only_treasurer')
  if (!members.includes(payer)) throw new Refusal('member_not_here')
  await requirePastDay(tx, circleId, paid.day)
  const bankAccountId = await requireBankAccount(tx, circleId, paid.bankAccountId)
  if (!paid.documentVersionId) throw new Refusal('paper_missing')
  const paper = await requireDocumentVersion(tx, circleId, paid.documentVersionId)
  const callId = await requireCall(tx, circleId, paid.callId)
  const id = newId()
  await tx
    .insertInto('contributions')
    .values({
      id,
      circle_id: circleId,
      payer,
      bank_account_id: bankAccountId,
      call_id: callId,
      amount_cents: paid.amountCents,
      day: paid.day,
      document_version_id: paper.versionId,
      recorded_by: actor.id,
    })
    .execute()
  if (paid.sender) await tx.insertInto('contribution_texts').values({ contribution_id: id, sender: paid.sender }).execute()
  const facts = { circle: circleId, payer, amountCents: paid.amountCents, day: paid.day }
  await writeAudit(tx, { act: 'contribution.recorded', by: actor, subject: ['contribution', id], facts })
  const others = members.filter((user) => user !== payer && user !== actor.id)
  await tellOfMoney(tx, { kind: 'money_word_asked', circleId, callId, people: others })
  await publishCircleChange(tx, circleId, 'money')
  if (wordsNeeded(members.length) === 0)
    await countIfConfirmed(tx, actor, await findContribution(tx, { circleId, contributionId: id }), members)
  return id
}
