import { Refusal } from '#contract/errors.ts'
import { decideNaming, type PayDetailFields, payDetailProblems, placeDetails, plainNumber } from '#domain/where-to-pay.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId, newId } from '#server/db/ids.ts'
import type { Actor } from '#server/sessions/actor.ts'
import { readOpenAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { publishCircleChange } from '#server/shared/live/publish.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import { sealDetails } from '#server/shared/pay-details/seal.ts'
import { redeemStepUp } from '#server/shared/people/step-up.ts'
import { lockPayBasis, type PaySite } from './pay-basis.ts'
import { auditPay, tellMembers, writePayEvent } from './write-pay-event.ts'

type NewDetails = PayDetailFields & { readonly bankAccountId: string | null }

/** The account of the circle, or the purchase whose title company it is. */
async function findPlace(tx: Tx, circleId: string, bankAccountId: string | null) {
  if (bankAccountId === null) {
    const acquisition = await readOpenAcquisition(tx, circleId)
    if (!acquisition) throw new Refusal('title_company_not_now')
    return { acquisition_id: acquisition.id, bank_account_id: null }
  }
  const account = isId(bankAccountId)
    ? await tx.selectFrom('bank_accounts').select('id').where('id', '=', bankAccountId).where('circle_id', '=', circleId).executeTakeFirst()
    : undefined
  if (!account) throw new Refusal('bank_account_not_found')
  return { bank_account_id: account.id }
}

/** Names where to pay. Details that nobody has confirmed yet are withdrawn by that; confirmed ones stay until the new ones are usable. */
export async function nameDetails(
  tx: Tx,
  keys: DataKeys,
  actor: Actor,
  circleId: string,
  form: NewDetails,
  site: PaySite,
): Promise<string> {
  const basis = await lockPayBasis(tx, circleId, actor, site)
  const decision = decideNaming(basis.actor, basis.clock)
  if (!decision.ok) throw new Refusal(decision.reason)
  const fields = payDetailProblems(form)
  if (fields.length > 0) throw new Refusal('invalid', { fields })
  const place = await findPlace(tx, circleId, form.bankAccountId)
  await redeemStepUp(tx, actor, 'where_to_pay')

  const inPlace = place.bank_account_id ?? null
  const ofPlace = basis.all.filter(({ bankAccountId }) => bankAccountId === inPlace)
  for (const details of placeDetails(ofPlace, basis.clock).coming) {
    if (!details.events.some(({ kind }) => kind === 'confirmed'))
      await writePayEvent(tx, actor, { circleId, details: { id: details.id, bankAccountId: inPlace }, kind: 'withdrawn' })
  }
  const details = { id: newId(), bankAccountId: inPlace }
  const { keyId, sealed } = sealDetails(keys, { ...details, circleId }, plainDetails(form))
  await tx
    .insertInto('pay_details')
    .values({ id: details.id, circle_id: circleId, ...place, named_by: actor.id, key_id: keyId, sealed })
    .execute()
  await auditPay(tx, actor, circleId, details, 'named')
  await publishCircleChange(tx, circleId, 'where_to_pay')
  await tellMembers(tx, circleId, 'named', site.publicUrl)
  return details.id
}

/** As they are stored: numbers without spaces. */
const plainDetails = ({ payee, bank, routingNumber, accountNumber, iban }: PayDetailFields): PayDetailFields => ({
  payee,
  bank,
  routingNumber: plainNumber(routingNumber),
  accountNumber: plainNumber(accountNumber),
  iban: iban ? plainNumber(iban) : null,
})
