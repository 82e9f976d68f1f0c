import { paths } from '#contract/paths.ts'
import { longestToast, toast } from '#web/ui/feedback/toast.tsx'

/** Whether the device has a share sheet of its own. */
export const hasShareSheet = (): boolean => 'share' in navigator

const linkTo = (circleId: string): string => `${window.location.origin}${paths.circlePublic(circleId)}`

/** Returns whether the link was copied. */
export async function copyPublicLink(circleId: string): Promise<boolean> {
  const link = linkTo(circleId)
  try {
    await navigator.clipboard.writeText(link)
    toast.success('Link copied')
    return true
  } catch {
    toast.warning(`The link could not be copied. Please copy it yourself: ${link}`, { duration: longestToast })
    return false
  }
}

/** Opens the share sheet or, without one, copies the link. Returns whether the page was shared. */
export async function sharePublicPage(circleId: string, title: string): Promise<boolean> {
  if (!hasShareSheet()) return copyPublicLink(circleId)
  try {
    await navigator.share({ title, url: linkTo(circleId) })
    return true
  } catch (error) {
    // Closing the sheet is no failure.
    return error instanceof DOMException && error.name === 'AbortError' ? false : copyPublicLink(circleId)
  }
}
