import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { loginReply, Token } from '#contract/accounts.ts'
import type { Assertion } from '#contract/passkeys.ts'
import { api } from '#web/api/client.ts'
import { askForPasskeyToSignIn, offerPasskeysInAutofill } from '#web/shared/people/passkey-browser.ts'
import { PasskeyNotUsed } from '#web/shared/people/passkey-not-used.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { type FailureMessages, failureMessage } from '#web/ui/form/failure.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './accounts.module.css'

type PasskeySignInProps = {
  cameFrom: string | null
  failures: FailureMessages
  onSignedIn: (answer: { token: Token; redirectUrl: string }) => Promise<void>
}

/** A button, and the passkeys among the suggestions of the e-mail field. */
export function PasskeySignIn({ cameFrom, failures, onSignedIn }: PasskeySignInProps) {
  const [isAsking, setAsking] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const signInWith = async (passkey: Assertion) => {
    const body = { passkey, ...(cameFrom && { redirect: cameFrom }) }
    await onSignedIn(await api.post<typeof loginReply>('auth/passkey/sign-in', body, { public: true, quiet: true }))
  }
  const showing = async (signIn: () => Promise<void>) => {
    setMessage(null)
    setAsking(true)
    try {
      await signIn()
    } catch (error) {
      setMessage(error instanceof PasskeyNotUsed ? error.message : failureMessage(error, failures))
      setAsking(false)
    }
  }
  const onChosen = useEffectEvent((passkey: Assertion) => void showing(() => signInWith(passkey)))
  // A browser handles one request at a time, so the suggestions pause while the button's dialog is open.
  useEffect(() => (isAsking ? undefined : offerPasskeysInAutofill((passkey) => onChosen(passkey))), [isAsking])

  const ask = () => void showing(async () => signInWith(await askForPasskeyToSignIn()))
  return (
    <div className={styles.passkey}>
      <ActionButton
        variant="outline"
        size="lg"
        fullWidth
        leftSection={<IconFingerprint {...iconProps(20)} />}
        loading={isAsking}
        onClick={ask}
      >
        Use a passkey
      </ActionButton>
      {message && <FieldMessage>{message}</FieldMessage>}
    </div>
  )
}
