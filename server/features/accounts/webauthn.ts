import type { Assertion, Attestation, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkeys.ts'
import { challengeMinutes } from '#domain/passkeys.ts'

/** The site for which authenticators make and use passkeys. */
export type RelyingParty = { readonly id: string; readonly origin: string }

export const relyingPartyOf = (publicUrl: string): RelyingParty => ({ id: new URL(publicUrl).hostname, origin: publicUrl })

/** Loaded when first needed: the library takes 28 MB, and most processes and commands never see a passkey. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

// Ed25519, ES256 and RS256. Fixed, because the library's own list depends on the version of Node.
const supportedAlgorithmIDs = [-8, -7, -257]
const timeout = challengeMinutes * 60_000

const bytes = (buffer: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

/** A person's id as the authenticator keeps it: 16 bytes that say nothing about them. */
const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex')

type Known = { readonly credentialId: Buffer; readonly transports: readonly string[] }
const described = ({ credentialId, transports }: Known) => ({ id: credentialId.toString('base64url'), transports: [...transports] })

export async function creationOptions(
  site: RelyingParty,
  user: { readonly id: string; readonly email: string; readonly name: string },
  challenge: Buffer,
  known: readonly Known[],
): Promise<PasskeyCreationOptions> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Arcstead',
    rpID: site.id,
    userID: bytes(userHandleOf(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: bytes(challenge),
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs,
  })
  return options as PasskeyCreationOptions
}

/** Without `known` the browser offers every passkey that it has for this site. */
export async function requestOptions(site: RelyingParty, challenge: Buffer, known: readonly Known[] = []): Promise<PasskeyRequestOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    challenge: bytes(challenge),
    timeout,
    userVerification: 'required',
    allowCredentials: known.map(described),
  })
  return options as PasskeyRequestOptions
}

/** The challenge that the browser says it has signed; null if it can't be read. */
export async function challengeIn({ response }: Attestation | Assertion): Promise<Buffer | null> {
  const { decodeClientDataJSON } = await helpers()
  try {
    const { challenge } = decodeClientDataJSON(response.clientDataJSON)
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : null
  } catch {
    return null
  }
}

/**
 * We ask for no attestation, so browsers send none, or one signed by the passkey itself. Certificates are refused before the library sees
 * them: it would fetch the addresses in them.
 */
async function bringsCertificates({ response }: Attestation): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = decoded.get('fmt')
  return !(format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined))
}

export type NewCredential = Known & { readonly publicKey: Buffer; readonly counter: number; readonly isSynced: boolean }

/** The new passkey, if the answer was made for this site and challenge by a person who was verified; otherwise null. */
export async function verifyAttestation(site: RelyingParty, passkey: Attestation, challenge: Buffer): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await library()
  try {
    if (await bringsCertificates(passkey)) return null
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, response: withoutUndefined(passkey.response), clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      supportedAlgorithmIDs,
    })
    if (!registrationInfo) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      isSynced: credentialBackedUp,
    }
  } catch {
    return null // The library throws for every flaw of an answer.
  }
}

type Stored = Known & { readonly publicKey: Buffer; readonly counter: number; readonly userId: string }

/** The authenticator's new counter, if the answer was made with this passkey for this site and challenge; otherwise null. */
export async function verifyAssertion(
  site: RelyingParty,
  stored: Stored,
  passkey: Assertion,
  challenge: Buffer,
): Promise<{ readonly counter: number; readonly isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle } = passkey.response
  if (userHandle !== undefined && !Buffer.from(userHandle, 'base64url').equals(userHandleOf(stored.userId))) return null
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...passkey, response: withoutUndefined(passkey.response), clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: { id: passkey.id, publicKey: bytes(stored.publicKey), counter: stored.counter },
    })
    return verified ? { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp } : null
  } catch {
    return null // The library throws for every flaw of an answer.
  }
}

type Defined<Given> = { [Name in keyof Given]: Exclude<Given[Name], undefined> }

/** The library's types tell an absent field from an undefined one. */
const withoutUndefined = <Given extends object>(given: Given) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<Given>
