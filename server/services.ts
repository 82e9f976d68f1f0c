import type { Database } from '#server/db/connect.ts'
import type { Phase } from '#server/http/health.ts'
import type { MailTransport } from '#server/mail/mail-transport.ts'
import type { PushKeys } from '#server/push/push-keys.ts'
import type { Keys } from '#server/sessions/keys.ts'
import type { RateLimiter } from '#server/shared/limits/rate-limits.ts'
import type { LiveFeed } from '#server/shared/live/live-feed.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import type { OpenStore } from '#server/storage/open-file-store.ts'
import type { Settings } from './settings.ts'

/** Dependencies that app.ts passes to the features; each feature gets only what it names. */
export type Services = {
  readonly db: Database
  readonly keys: Keys
  readonly limiter: RateLimiter
  readonly live: LiveFeed
  readonly mailTransport: MailTransport
  readonly pushKeys: PushKeys
  readonly dataKeys: DataKeys
  readonly files: OpenStore
  readonly settings: Settings
  readonly phase: Phase
  readonly root: string
  readonly version: string
}
