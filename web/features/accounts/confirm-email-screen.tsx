import { IconMailCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { homeOf } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { wishQuery } from '#web/api/saved-wish.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import formMessagesStyles from '#web/ui/form/form-messages.module.css'
import { FormPage } from '#web/ui/form/form-page.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './accounts.module.css'
import { useMailedLink } from './mailed-link.ts'

/** Confirms on a click, not on opening: mail scanners open links too. */
export function ConfirmEmailScreen() {
  const link = useMailedLink()
  const cache = useCache()
  const [isConfirmed, setConfirmed] = useState(false)
  const form = useSubmitForm({
    initialValues: {},
    submit: () => api.post('auth/confirm-email', link, { public: true, quiet: true }),
    onSuccess: async () => {
      await cache.invalidate(acts.addressChanged)
      setConfirmed(true)
    },
  })
  if (isConfirmed) return <AddressConfirmed />
  return (
    <FormPage title="Confirm your e-mail" subtitle="One click, and we know that our mails reach you at this address.">
      <form className={formMessagesStyles.formStack} {...form.formProps}>
        <div className={formMessagesStyles.formActions}>
          <SubmitButton label="Confirm address" status={form.status} message={form.message} />
        </div>
      </form>
    </FormPage>
  )
}

function AddressConfirmed() {
  const user = useUser()
  const { data: wish, isLoading } = useQuery({ ...wishQuery, enabled: user !== null })
  return (
    <FormPage title="Address confirmed">
      <div className={styles.sent} role="status">
        <span className={styles.sentDisc}>
          <IconMailCheck {...iconProps(28)} />
        </span>
        <p>Thank you. From now on we write to this address, and you sign in with it.</p>
        {user ? (
          <ActionButton to={wish?.path ?? homeOf(user)} disabled={isLoading} loading={isLoading}>
            Go on
          </ActionButton>
        ) : (
          <ActionButton variant="outline" to={paths.login}>
            Sign In
          </ActionButton>
        )}
      </div>
    </FormPage>
  )
}
