import { useEffect, useState } from 'react'
import type { VerificationReview, verificationReviewReply } from '#contract/verification.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName } from '#domain/person.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { longestToast, longToast, toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import styles from './verify.module.css'

type Person = VerificationReview['user']

/** Takes a verification back. The answer is a toast, so that it can be asked for from a toast on any page. */
function useUndoVerification(): (person: Person) => Promise<boolean> {
  const cache = useCache()
  return async (person) => {
    try {
      await api.post<typeof verificationReviewReply>(`admin/user-verification/${person._id}`, { decision: 'undone' }, { quiet: true })
      toast.success(`${isolate(fullName(person))} waits again. No mail had been sent.`, { duration: longToast })
      return true
    } catch (error) {
      if (error instanceof Error) toastFailure(error)
      return false
    } finally {
      void cache.invalidate(acts.verificationDecided)
    }
  }
}

/** Offers Undo for ten seconds, wherever the administrator goes meanwhile. */
export function useUndoToast(): (person: Person) => void {
  const undo = useUndoVerification()
  return (person) => {
    const close = toast.success(
      <span className={styles.undoToast}>
        <span>
          <b>
            <bdi>{fullName(person)}</bdi> is verified
          </b>
          <span className="small sub">Can be undone for ten minutes, here or on their page.</span>
        </span>
        <ActionButton
          variant="subtle"
          size="compact-sm"
          data-flush="start"
          onClick={() => {
            close()
            void undo(person)
          }}
        >
          Undo
        </ActionButton>
      </span>,
      { duration: longestToast },
    )
  }
}

/** Whether this moment is still to come; changes by itself when it comes. */
function useIsBefore(at: string | null): boolean {
  const [, passed] = useState<string | null>(null)
  const left = at === null ? 0 : Date.parse(at) - Date.now()
  useEffect(() => {
    if (at === null || left <= 0) return
    const timer = setTimeout(() => passed(at), left)
    return () => clearTimeout(timer)
  }, [at, left])
  return left > 0
}

/** On the person's pages, for as long as Undo is possible. */
export function UndoVerification({ review, onUndone }: { review: VerificationReview; onUndone?: () => void }) {
  const undo = useUndoVerification()
  const [isPending, setPending] = useState(false)
  const isPossible = useIsBefore(review.undoUntil)
  if (!isPossible || !review.undoUntil) return null
  const act = async () => {
    setPending(true)
    if (await undo(review.user)) onUndone?.()
    setPending(false)
  }
  return (
    <div className={styles.undo}>
      <p className="small sub">
        Can be undone until <Moment at={review.undoUntil} />, then by switching Verified off. The mail leaves then.
      </p>
      <ActionButton variant="outline" loading={isPending} onClick={() => void act()}>
        Undo
      </ActionButton>
    </div>
  )
}
