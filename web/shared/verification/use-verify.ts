import { useMutation } from '@tanstack/react-query'
import type { verificationReply } from '#contract/admin.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { ApiError, api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { longestToast, toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { useUndoToast } from './undo-verification.tsx'

type Asked = {
  readonly notifyOnly: boolean /** The decision that the administrator has read. */
  readonly lastDecision?: string | null | undefined
}

function useVerifyUser(userId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: ({ notifyOnly, lastDecision }: Asked) =>
      api.post<typeof verificationReply>('admin/user-verification', { user: userId, ...(notifyOnly && { notifyOnly }), lastDecision }),
    // Also after a refusal, so that the page shows what another administrator has decided.
    onSettled: () => void cache.invalidate(acts.personVerified),
  })
}

/** Verifies a person, or with `notifyOnly` only sends the mail; reports the result in toasts, one with Undo. */
export function useVerify(userId: string) {
  const { mutateAsync, isPending, variables } = useVerifyUser(userId)
  const offerUndo = useUndoToast()
  const verify = async (asked: Asked): Promise<boolean> => {
    const { notifyOnly } = asked
    try {
      const answer = await mutateAsync(asked)
      if (answer && !notifyOnly) toast.success('User verified')
      if (answer?.mailed) toast.success('Verification email sent successfully!', { icon: 'mail' })
      else toast.error('Failed to send verify user email')
      if (answer && !notifyOnly) offerUndo(answer.user)
      return Boolean(answer)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'verification_decided') toast.error(error.message, { duration: longestToast })
      else if (error instanceof ApiError && error.code === 'email_not_confirmed') toastFailure(error)
      else {
        console.error(error)
        toast.error('Error sending verification email')
      }
      return false
    }
  }
  return { verify, isPending, isNotifying: variables?.notifyOnly === true }
}
