import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

function useSendConfirmation() {
  return useMutation({
    mutationFn: () => api.post('auth/request-confirmation', {}),
    onSuccess: () => void toast.success('A new link is on its way', { icon: 'mail' }),
    onError: toastFailure,
  })
}

/** For people who have not confirmed their address yet. */
export function ConfirmEmailBanner() {
  const user = useUser()
  const send = useSendConfirmation()
  if (!user || user.emailConfirmed) return null
  return (
    <Banner
      label="Confirm your e-mail"
      icon={<IconMail {...iconProps(20)} />}
      action={
        <ActionButton variant="subtle" size="sm" loading={send.isPending} onClick={() => send.mutate()}>
          Send again
        </ActionButton>
      }
    >
      Please confirm your e-mail: we sent a link to <strong>{user.email}</strong>.
    </Banner>
  )
}
