import { z } from 'zod'
import { longestPasskeyName } from '#domain/passkeys.ts'
import { stepUpPurposes } from '#domain/step-up.ts'
import { id, pathText, reply, requiredText, text, when } from './reply.ts'

/** A passkey as its owner sees it. Its keys are never sent. */
export const passkey = z
  .object({
    _id: id,
    name: z.string(),
    isSynced: z.boolean().meta({ description: 'Kept by a password manager, so that other devices have it too' }),
    createdAt: when,
    lastUsedAt: when.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof passkey>
export const passkeyReply = reply(passkey)
export const passkeyList = reply(z.array(passkey))

const credential = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** What the browser's `navigator.credentials.get` is called with, as JSON. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(credential).meta({ description: 'Empty: any passkey of this site' }),
})
export type PasskeyRequestOptions = z.infer<typeof requestOptions>
export const requestOptionsReply = reply(requestOptions)

/** What the browser's `navigator.credentials.create` is called with, as JSON. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  extensions: z.object({ credProps: z.literal(true) }),
})
export type PasskeyCreationOptions = z.infer<typeof creationOptions>
export const creationOptionsReply = reply(creationOptions)

const base64url = (longest: number) => text(longest).regex(/^[A-Za-z0-9_-]+$/, 'Invalid input')
const credentialId = base64url(1_400)
const clientDataJSON = base64url(4_000)

/** An authenticator's answer for a new passkey. */
const attestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON, attestationObject: base64url(20_000), transports: z.array(text(20)).max(10).optional() }),
})
export type Attestation = z.infer<typeof attestation>

/** An authenticator's answer with an existing passkey. */
export const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(100).optional(),
  }),
})
export type Assertion = z.infer<typeof assertion>

const name = requiredText(longestPasskeyName)
export const addPasskeyRequest = z.object({ name, passkey: attestation })
export const renamePasskeyRequest = z.object({ name })
export const passkeySignInRequest = z.object({ passkey: assertion, redirect: pathText.optional() })

const purpose = z.enum(stepUpPurposes)
export const stepUpOptionsRequest = z.object({ purpose })
/** One of the two; a passkey counts if both are sent. */
export const stepUpRequest = z.object({ purpose, passkey: assertion.optional(), password: text(1_000).optional() })
