import { IconUserQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import type { Motion } from '#contract/motions.ts'
import { arcsWords } from '#domain/arcs.ts'
import { relatedParty } from '#domain/motions.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './motion.module.css'
import { useMotionActs } from './motions.queries.ts'

type MotionClaimProps = { circleId: string; motion: Motion; userId: string }

function answerWords({ claim, endedAt }: Motion, isReader: boolean): string {
  if (claim?.isSo == null) return endedAt === null ? 'Not answered yet.' : 'It was not answered.'
  return `${isReader ? 'You say' : 'They say'}: ${claim.isSo ? 'that is so' : 'that is not so'}.`
}

/** What the proposer says of another member, what that member says, and, for them, the two answers. */
export function MotionClaim({ circleId, motion, userId }: MotionClaimProps) {
  const { claim, proposedBy, mayAnswerClaim } = motion
  if (!claim) return null
  const isReader = claim.member._id === userId
  const says = proposedBy._id === userId ? 'You say' : `${proposedBy.name || 'The proposer'} says`
  const whom = isReader ? 'you are' : `${claim.member.name || 'a former member'} is`
  return (
    <div className={styles.claim}>
      <IconDisc tone="sunk" size={34}>
        <IconUserQuestion {...iconProps(18)} />
      </IconDisc>
      <div>
        <p>
          <strong>
            {says} that {whom} related to the {relatedParty(motion.facts)}.
          </strong>{' '}
          {answerWords(motion, isReader)}
        </p>
        <p className="small sub">
          {isReader ? 'Only your own word takes your arcs out of the vote.' : 'Only their own word takes their arcs out of the vote.'}
        </p>
        {mayAnswerClaim && <Answer circleId={circleId} motion={motion} userId={userId} />}
      </div>
    </div>
  )
}

function Answer({ circleId, motion, userId }: MotionClaimProps) {
  const [isAsking, ask] = useState(false)
  const { answerClaim, refetch } = useMotionActs(circleId, motion._id)
  const arcs = motion.ballots.find(({ user }) => user === userId)?.arcs ?? 0
  const answer = (isSo: boolean) =>
    answerClaim.mutate(isSo, {
      onSuccess: () => toast.success(isSo ? 'You are left out of this vote' : 'Your word stands beside the claim'),
      onError: (error) => {
        toastFailure(error)
        void refetch()
      },
      onSettled: () => ask(false),
    })
  return (
    <>
      <div className={styles.claimAnswers}>
        <ActionButton variant="outline" onClick={() => ask(true)} disabled={answerClaim.isPending}>
          That is so
        </ActionButton>
        <ActionButton variant="outline" onClick={() => answer(false)} loading={answerClaim.isPending && !isAsking}>
          That is not so
        </ActionButton>
      </div>
      <p className="small sub">Your answer stands on the record and cannot be changed.</p>
      <ConfirmDialog
        opened={isAsking}
        pending={answerClaim.isPending}
        title={`Are you related to the ${relatedParty(motion.facts)}?`}
        consequence={`You will have no vote on this motion, and your ${arcsWords(arcs)} will not be counted. This cannot be taken back.`}
        confirmLabel="That is so"
        onCancel={() => ask(false)}
        onConfirm={() => answer(true)}
      />
    </>
  )
}
