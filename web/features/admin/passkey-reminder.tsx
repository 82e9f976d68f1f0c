import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { passkeysQuery } from '#web/shared/people/passkeys.queries.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

/** For administrators without a passkey. */
export function PasskeyReminder() {
  const { data: passkeys } = useQuery(passkeysQuery)
  if (!passkeys || passkeys.length > 0) return null
  return (
    <Banner
      label="Passkey"
      icon={<IconFingerprint {...iconProps(20)} />}
      action={
        <ActionButton variant="subtle" size="sm" to={paths.profile}>
          Add a passkey
        </ActionButton>
      }
    >
      Your account opens everyone’s data. A passkey protects it better than a password.
    </Banner>
  )
}
