import { useScreenHandle } from '#web/app/gates/gate.tsx'
import { ConfirmEmailBanner } from '#web/features/accounts/confirm-email-banner.tsx'

/** Not on public screens: there it would appear late and shift the content. */
export function OwnBanner() {
  const need = useScreenHandle()?.need ?? 'public'
  return need === 'public' ? null : <ConfirmEmailBanner />
}
