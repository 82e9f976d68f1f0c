import {
  type Assertion,
  type Attestation,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  requestOptionsReply,
} from '#contract/passkeys.ts'
import { challengeMinutes } from '#domain/passkeys.ts'
import { api } from '#web/api/client.ts'

/** Loaded only when a passkey is about to be made, used or offered. */
const library = () => import('@simplewebauthn/browser')

/** A passkey belongs to a domain name, so browsers refuse it on an IP address. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

/** The browser's or the person's no. Has a status, like a refusal by the server, so that forms show its sentence. */
export class PasskeyNotUsed extends Error {
  readonly status = 400
}

const causeName = (error: unknown) => (error instanceof Error ? error.name : '')

function explain(error: unknown, verb: 'used' | 'made'): PasskeyNotUsed {
  // Browsers don't tell a cancelled dialog from a missing passkey.
  if (['NotAllowedError', 'AbortError'].includes(causeName(error))) return new PasskeyNotUsed(`No passkey was ${verb}. Please try again.`)
  if (causeName(error) === 'InvalidStateError') return new PasskeyNotUsed('This device has a passkey of your account already.')
  return new PasskeyNotUsed('This browser could not use a passkey here.')
}

/** Asks the browser to make a passkey. Call it from a click: some browsers require one. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<Attestation> {
  const { startRegistration } = await library()
  try {
    return (await startRegistration({ optionsJSON: options })) as Attestation
  } catch (error) {
    throw explain(error, 'made')
  }
}

export async function askForPasskey(options: PasskeyRequestOptions): Promise<Assertion> {
  const { startAuthentication } = await library()
  try {
    return (await startAuthentication({ optionsJSON: options })) as Assertion
  } catch (error) {
    throw explain(error, 'used')
  }
}

export const signInOptions = (): Promise<PasskeyRequestOptions> =>
  api.post('auth/passkey/sign-in-options', {}, requestOptionsReply, { public: true, quiet: true })

// Well before the challenge expires: the person may choose at the last moment.
const renewAfter = (challengeMinutes - 1) * 60_000

/**
 * Offers passkeys among the suggestions of the input with `autocomplete="… webauthn"`. Quiet: without support, or when the server does not
 * answer, the form works as before. Returns a function that withdraws the offer.
 */
export function offerPasskeysInAutofill(onChosen: (passkey: Assertion) => void): () => void {
  let isWithdrawn = false
  const cancel = async () => (await library()).WebAuthnAbortService.cancelCeremony()
  const offer = async () => {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await library()
    if (!(await browserSupportsWebAuthnAutofill())) return
    let isRenewal = true
    while (isRenewal && !isWithdrawn) {
      isRenewal = false
      const optionsJSON = await signInOptions()
      if (isWithdrawn) return
      const renewal = setTimeout(() => {
        isRenewal = true
        void cancel()
      }, renewAfter)
      const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: true }).catch(() => null)
      clearTimeout(renewal)
      if (passkey && !isWithdrawn) onChosen(passkey as Assertion)
    }
  }
  void offer().catch(() => undefined)
  return () => {
    isWithdrawn = true
    void cancel()
  }
}
