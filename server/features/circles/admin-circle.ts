import { type FieldProblem, Refusal } from '#contract/errors.ts'
import { type CircleForm, ownerAmountProblem } from '#domain/circle-form.ts'
import type { Tx } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

const fillIn = 'Please fill in this field'
const amountField = 'investmentCriteria.ownerInvestmentAmount'

/** An administrator may leave terms open ("Not set"); what is given has to agree. */
export function adminCircleProblems(form: CircleForm): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (!form.title?.trim()) problems.push({ field: 'title', message: fillIn })
  if (!form.location?.city?.trim()) problems.push({ field: 'location.city', message: fillIn })
  const { totalTargetSize, minimumShareSize, ownerInvestmentAmount } = form.investmentCriteria ?? {}
  if (!ownerInvestmentAmount) return problems
  const message =
    totalTargetSize && minimumShareSize
      ? ownerAmountProblem(totalTargetSize, minimumShareSize, ownerInvestmentAmount)
      : 'Please set the target and the share size first'
  return message ? [...problems, { field: amountField, message }] : problems
}

/** Brokers serve circles and own none. */
export async function requireInvestor(tx: Tx, userId: string): Promise<void> {
  const person = isId(userId)
    ? await tx.selectFrom('users').select('is_broker').where('id', '=', userId).where('deleted_at', 'is', null).executeTakeFirst()
    : undefined
  if (!person || person.is_broker) {
    throw new Refusal('invalid', { fields: [{ field: 'owner', message: 'Please choose an investor as owner' }] })
  }
}
