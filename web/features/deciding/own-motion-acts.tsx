import { useState } from 'react'
import type { Motion } from '#contract/motions.ts'
import { paths } from '#contract/paths.ts'
import { isFormKind, sameMotionDays } from '#domain/motion-kinds.ts'
import { durationWords } from '#domain/notice-period.ts'
import { useNoticeSeconds } from '#web/shared/time/notice-seconds.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import styles from './motion.module.css'
import { useMotionActs } from './motions.queries.ts'

/** For the proposer: change it before the first vote, withdraw it, or propose another in its place. */
export function OwnMotionActs({ circleId, motion, userId }: { circleId: string; motion: Motion; userId: string }) {
  const [isAsking, ask] = useState(false)
  const { withdraw } = useMotionActs(circleId, motion._id)
  const noticeSeconds = useNoticeSeconds()
  const isWithdrawn = motion.standing.outcome === 'withdrawn'
  const mayReplace =
    isFormKind(motion.facts.kind) && motion.proposedBy._id === userId && motion.followedBy === null && (motion.mayWithdraw || isWithdrawn)
  if (!motion.mayChange && !motion.mayWithdraw && !mayReplace) return null
  const confirm = () =>
    withdraw.mutate(undefined, {
      onSuccess: () => toast.success('Your motion was withdrawn'),
      onError: toastFailure,
      onSettled: () => ask(false),
    })
  return (
    <div className={styles.acts}>
      {motion.mayChange && (
        <ActionButton variant="outline" to={paths.changeMotion(circleId, motion._id)}>
          Change motion
        </ActionButton>
      )}
      {mayReplace && (
        <ActionButton variant="outline" to={paths.replaceMotion(circleId, motion._id)}>
          Propose a new one in its place
        </ActionButton>
      )}
      {motion.mayWithdraw && (
        <ActionButton variant="outline" color="red" onClick={() => ask(true)}>
          Withdraw
        </ActionButton>
      )}
      <ConfirmDialog
        opened={isAsking}
        pending={withdraw.isPending}
        title="Withdraw your motion?"
        consequence={`It closes without an outcome. Its words and the votes so far stay on the record.${motion.standing.voted > 0 ? ` Someone has voted, so you cannot propose the same again for ${durationWords(sameMotionDays * noticeSeconds)}.` : ''}`}
        confirmLabel="Withdraw"
        onCancel={() => ask(false)}
        onConfirm={confirm}
      />
    </div>
  )
}
