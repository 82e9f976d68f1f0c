import type { Assertion, Attestation, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkeys.ts'

/** Loaded only when a passkey is about to be made, used or offered. */
const ceremonies = () => import('./passkey-ceremonies.ts')

/** A passkey belongs to a domain name, so browsers refuse it on an IP address. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname)

/** Asks the browser to make a passkey. Call it from a click: some browsers require one. */
export const createPasskey = async (options: PasskeyCreationOptions): Promise<Attestation> => (await ceremonies()).createPasskey(options)

/** Asks the browser to use one of these passkeys. */
export const askForPasskey = async (options: PasskeyRequestOptions): Promise<Assertion> => (await ceremonies()).askForPasskey(options)

/** Asks the browser for any passkey of this site. */
export const askForPasskeyToSignIn = async (): Promise<Assertion> => {
  const { askForPasskey, signInOptions } = await ceremonies()
  return askForPasskey(await signInOptions())
}

/**
 * Offers passkeys among the suggestions of the input with `autocomplete="… webauthn"`. Quiet: without support, or when the server does not
 * answer, the form works as before. Returns a function that withdraws the offer.
 */
export function offerPasskeysInAutofill(onChosen: (passkey: Assertion) => void): () => void {
  const withdrawal = new AbortController()
  void ceremonies()
    .then(({ offerInAutofill }) => offerInAutofill(onChosen, withdrawal.signal))
    .catch(() => undefined)
  return () => withdrawal.abort()
}
