import { longToast, toast } from '#web/ui/feedback/toast.tsx'

export async function copyInviteLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast.success('Link copied')
  } catch {
    toast.warning('The link could not be copied. Please select it on the Members tab and copy it yourself.', { duration: longToast })
  }
}
