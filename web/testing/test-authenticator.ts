import { vi } from 'vitest'

const bytes = new Uint8Array([1]).buffer

const credential = (id: string, response: object) => ({
  id,
  rawId: bytes,
  type: 'public-key',
  response,
  getClientExtensionResults: () => ({}),
})

/** What the browser answers when a passkey was used. */
export const usedPasskey = (id: string) => credential(id, { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes })

/** What the browser answers when a passkey was made. */
export const madePasskey = (id: string) => credential(id, { attestationObject: bytes, clientDataJSON: bytes })

export const refusedWith = (name: 'NotAllowedError' | 'InvalidStateError') => Object.assign(new Error(), { name })

/** The browser's own part in passkeys, which jsdom lacks. Test files share their modules, so the library above it is never mocked. */
export function stubAuthenticator() {
  const authenticator = { get: vi.fn(), create: vi.fn() }
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isConditionalMediationAvailable: async () => true }),
  )
  Object.defineProperty(navigator, 'credentials', { value: authenticator, configurable: true })
  return authenticator
}
