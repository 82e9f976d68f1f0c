import { useScreenHandle } from '#web/app/gates/gate.tsx'
import { ConfirmEmailBanner } from '#web/features/accounts/confirm-email-banner.tsx'

/** What a person is reminded of, on their own screens alone: on public ones it would come late and push the content down. */
export function OwnBanner() {
  const need = useScreenHandle()?.need ?? 'public'
  return need === 'public' ? null : <ConfirmEmailBanner />
}
