import { browserSupportsWebAuthnAutofill, startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { Assertion, Attestation, PasskeyCreationOptions, PasskeyRequestOptions, requestOptionsReply } from '#contract/passkeys.ts'
import { challengeMinutes } from '#domain/passkeys.ts'
import { api } from '#web/api/client.ts'
import { PasskeyNotUsed } from './passkey-not-used.ts'

function explain(error: unknown, verb: 'used' | 'made'): PasskeyNotUsed {
  const name = error instanceof Error ? error.name : ''
  // Browsers don't tell a cancelled dialog from a missing passkey.
  if (['NotAllowedError', 'AbortError'].includes(name)) return new PasskeyNotUsed(`No passkey was ${verb}. Please try again.`)
  if (name === 'InvalidStateError') return new PasskeyNotUsed('This device has a passkey of your account already.')
  return new PasskeyNotUsed('This browser could not use a passkey here.')
}

export async function createPasskey(options: PasskeyCreationOptions): Promise<Attestation> {
  try {
    return (await startRegistration({ optionsJSON: options })) as Attestation
  } catch (error) {
    throw explain(error, 'made')
  }
}

export async function askForPasskey(options: PasskeyRequestOptions): Promise<Assertion> {
  try {
    return (await startAuthentication({ optionsJSON: options })) as Assertion
  } catch (error) {
    throw explain(error, 'used')
  }
}

export const signInOptions = (): Promise<PasskeyRequestOptions> =>
  api.post<typeof requestOptionsReply>('auth/passkey/sign-in-options', {}, { public: true, quiet: true })

// Well before the challenge expires: the person may choose at the last moment.
const renewAfter = (challengeMinutes - 1) * 60_000

export async function offerInAutofill(onChosen: (passkey: Assertion) => void, withdrawal: AbortSignal): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  let isRenewal = true
  while (isRenewal && !withdrawal.aborted) {
    isRenewal = false
    const optionsJSON = await signInOptions()
    if (withdrawal.aborted) return
    withdrawal.addEventListener('abort', cancel, { once: true })
    const renewal = setTimeout(() => {
      isRenewal = true
      cancel()
    }, renewAfter)
    const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(() => null)
    clearTimeout(renewal)
    withdrawal.removeEventListener('abort', cancel)
    if (passkey && !withdrawal.aborted) onChosen(passkey as Assertion)
  }
}
