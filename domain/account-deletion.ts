import { isAllowedIn, type Stage } from './stages.ts'

export const deletionObstacles = ['you_own_shared_circle', 'holds_funded_circle', 'circle_stays'] as const
export type DeletionObstacle = (typeof deletionObstacles)[number]

/** What a circle means for someone who wants to delete their account. */
export type OwnPlace = {
  readonly stage: Stage
  readonly isOwner: boolean
  /** Others are members too. */
  readonly isShared: boolean
  readonly holdsArcs: boolean
}

/** Why a person cannot delete their account while they are in this circle; null if they can. An ended circle holds nobody. */
export function deletionObstacle({ stage, isOwner, isShared, holdsArcs }: OwnPlace): DeletionObstacle | null {
  if (stage === 'ended') return null
  if (isOwner && isShared) return 'you_own_shared_circle'
  if (!holdsArcs || isAllowedIn(stage, 'delete_own_account')) return null
  return stage === 'deciding' ? 'holds_funded_circle' : 'circle_stays'
}
