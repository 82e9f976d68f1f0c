import { hkdfSync } from 'node:crypto'

/** One key per use, derived from one secret: a leaked file key does not compromise sessions. */
export type Keys = Readonly<
  Record<'access' | 'refresh' | 'files' | 'invites' | 'devices' | 'calendars' | 'unsubscribing' | 'bankNumbers', Uint8Array<ArrayBuffer>>
>

export function deriveKeys(secret: string): Keys {
  const key = (use: string) => new Uint8Array(hkdfSync('sha256', secret, 'arcstead', use, 32))
  return {
    access: key('access'),
    refresh: key('refresh'),
    files: key('files'),
    invites: key('invites'),
    devices: key('devices'),
    calendars: key('calendars'),
    unsubscribing: key('unsubscribing'),
    bankNumbers: key('bankNumbers'),
  }
}
