import type { ProposalFacts } from '#domain/motion-kinds.ts'
import type { Stage } from '#domain/stages.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { readOpenAcquisition } from '#server/shared/acquisitions/acquisitions.ts'
import { isMoneyAway, readGiveUpFacts } from '#server/shared/acquisitions/give-up.ts'
import { readClosedMonths } from '#server/shared/book/closed-months.ts'
import { readLetGoReasons } from '#server/shared/closing/let-go.ts'
import { selectOpenMotions } from '#server/shared/deciding/motions.ts'
import { readHoldings } from '#server/shared/ledger/holdings.ts'
import { selectFitOwners } from '#server/shared/ownership/change-owner.ts'

type Possible = Pick<
  ProposalFacts,
  'members' | 'owner' | 'fitOwners' | 'askRelease' | 'letGo' | 'isAnythingPaid' | 'isMoneyAway' | 'closedMonths'
>

/** What decides which motions can be made now. Read only for the stages that need it. */
export async function readPossible(db: Database | Tx, circleId: string, stage: Stage, noticeSeconds: number): Promise<Possible> {
  const holdings = await readHoldings(db, circleId)
  const fit = await selectFitOwners(db, circleId).execute()
  const releases = await selectOpenMotions(db, circleId).where('motions.kind', '=', 'release').execute()
  const letGo = stage === 'deciding' ? await readLetGoReasons(db, circleId, noticeSeconds) : new Map<string, never>()
  const acquisition = stage === 'buying' ? await readOpenAcquisition(db, circleId) : null
  const giveUp = acquisition && (await readGiveUpFacts(db, acquisition))
  return {
    members: holdings.map(({ user }) => user),
    owner: holdings.find(({ isOwner }) => isOwner)?.user ?? null,
    fitOwners: fit.map(({ user_id }) => user_id),
    askRelease: releases.map(({ proposed_by }) => proposed_by),
    letGo: [...letGo.keys()],
    isAnythingPaid: giveUp?.isAnythingPaid ?? false,
    isMoneyAway: giveUp ? isMoneyAway(giveUp) : false,
    closedMonths: await readClosedMonths(db, circleId),
  }
}
