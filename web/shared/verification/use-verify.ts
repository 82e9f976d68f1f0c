import { useMutation } from '@tanstack/react-query'
import { verificationReply } from '#contract/admin.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { ApiError, api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { toastFailure } from '#web/ui/feedback/toast-failure.ts'

function useVerifyUser(userId: string) {
  const cache = useCache()
  return useMutation({
    mutationFn: (wish: { readonly notifyOnly: boolean }) =>
      api.post('admin/user-verification', { user: userId, ...(wish.notifyOnly && { notifyOnly: true }) }, verificationReply),
    onSuccess: () => void cache.invalidate(acts.personVerified),
  })
}

/** Verifies a person, or with `notifyOnly` only sends the mail; reports the result in a toast. */
export function useVerify(userId: string) {
  const { mutateAsync, isPending, variables } = useVerifyUser(userId)
  const verify = async (notifyOnly: boolean): Promise<boolean> => {
    try {
      const answer = await mutateAsync({ notifyOnly })
      if (answer && !notifyOnly) toast.success('User verified')
      if (answer?.mailed) toast.success('Verification email sent successfully!', { icon: 'mail' })
      else toast.error('Failed to send verify user email')
      return Boolean(answer)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'email_not_confirmed') toastFailure(error)
      else {
        console.error(error)
        toast.error('Error sending verification email')
      }
      return false
    }
  }
  return { verify, isPending, isNotifying: variables?.notifyOnly === true }
}
