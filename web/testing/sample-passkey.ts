import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/passkeys.ts'

export const samplePasskey = (name: string, lastUsedAt: string | null = null): Passkey => ({
  _id: name,
  name,
  isSynced: false,
  createdAt: '2026-11-16T12:00:00.000Z',
  lastUsedAt,
})

export const sampleRequestOptions: PasskeyRequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 1_000,
  userVerification: 'required',
  allowCredentials: [],
}

export const sampleCreationOptions: PasskeyCreationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Arcstead' },
  user: { id: 'dXNlcg', name: 'maya@example.com', displayName: 'Maya' },
  pubKeyCredParams: [],
  timeout: 1_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  extensions: { credProps: true },
}
