import { type Follows, withFollows } from '#domain/acquisition-steps.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isAllCollected, type PurchaseMoney, readPurchaseMoney } from '#server/shared/calls/purchase-money.ts'
import { readSigners } from '#server/shared/documents/documents.ts'
import { type AcquisitionRow, readSteps, type StepRow } from './acquisitions.ts'

type Signers = Awaited<ReturnType<typeof readSigners>>

export type StepFacts = Follows & {
  readonly steps: readonly StepRow[]
  /** Null while the step names no document. */
  readonly signers: Signers | null
  readonly money: PurchaseMoney
}

/** The steps of a purchase as they stand, with what *agreement signed* and *money collected* follow from. What has ended stays as stored. */
export async function readStepFacts(db: Database | Tx, acquisition: AcquisitionRow): Promise<StepFacts> {
  const steps = await readSteps(db, acquisition.id)
  const versionId = steps.find(({ key }) => key === 'agreement_signed')?.documentVersionId ?? null
  const signers = versionId === null ? null : await readSigners(db, acquisition.circleId, versionId)
  const money = await readPurchaseMoney(db, acquisition.id)
  const follows: Follows =
    acquisition.outcome === null
      ? {
          isAgreementSigned: signers !== null && signers.length > 0 && signers.every(({ hasSigned }) => hasSigned),
          isMoneyCollected: isAllCollected(money),
        }
      : { isAgreementSigned: false, isMoneyCollected: false }
  return { ...follows, steps: withFollows(steps, follows), signers, money }
}
