import { createHmac } from 'node:crypto'
import type { Keys } from './keys.ts'

/** 256 bits that only this server can derive from the invite's id; the database stores only the hash. */
export const inviteToken = (keys: Keys, { id }: { readonly id: string }): string =>
  createHmac('sha256', keys.invites).update(id).digest('base64url')
