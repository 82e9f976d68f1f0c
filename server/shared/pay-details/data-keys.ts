import { createHash } from 'node:crypto'

/** The keys of what is stored encrypted, by their ids. New rows use `current`; the others only read, while a key is replaced. */
export type DataKeys = {
  readonly current: { readonly id: string; readonly key: Buffer } | null
  readonly byId: ReadonlyMap<string, Buffer>
}

/** Names a key in the rows that it encrypted, and says nothing about it. */
const keyIdOf = (key: Buffer): string => createHash('sha256').update('arcstead data key ').update(key).digest('hex').slice(0, 16)

export const noDataKeys: DataKeys = { current: null, byId: new Map() }

export function dataKeysOf(key: Buffer | undefined, old: Buffer | undefined): DataKeys {
  if (!key) return noDataKeys
  const current = { id: keyIdOf(key), key }
  return { current, byId: new Map([[current.id, key], ...(old ? [[keyIdOf(old), old] as const] : [])]) }
}
