import { createHmac } from 'node:crypto'
import type { Keys } from './keys.ts'

/** 256 bits that only this server can derive from the feed's owner and age; the database stores only the hash. */
export const calendarSecret = (keys: Keys, { userId, since }: { readonly userId: string; readonly since: string }): string =>
  createHmac('sha256', keys.calendars).update(`${userId} ${since}`).digest('base64url')
