import { hkdfSync } from 'node:crypto'

/** One secret, one key per use: a leak of signed file URLs says nothing about sessions. */
export type Keys = { readonly access: Uint8Array; readonly refresh: Uint8Array; readonly files: Uint8Array; readonly invites: Uint8Array }

export function deriveKeys(secret: string): Keys {
  const key = (use: string) => new Uint8Array(hkdfSync('sha256', secret, 'arcstead', use, 32))
  return { access: key('access'), refresh: key('refresh'), files: key('files'), invites: key('invites') }
}
