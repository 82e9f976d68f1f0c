import type { Database } from '#server/db/connect.ts'
import type { LiveFeed } from '#server/db/live-feed.ts'
import type { RateLimiter } from '#server/db/rate-limits.ts'
import type { Phase } from '#server/http/health.ts'
import type { Post } from '#server/mail/post.ts'
import type { Keys } from '#server/sessions/keys.ts'
import type { OpenStore } from '#server/storage/open-file-store.ts'
import type { Settings } from './settings.ts'

/** What the wiring in app.ts hands out; each feature is given only what it names. */
export type Means = {
  readonly db: Database
  readonly keys: Keys
  readonly limiter: RateLimiter
  readonly live: LiveFeed
  readonly post: Post
  readonly files: OpenStore
  readonly settings: Settings
  readonly phase: Phase
  readonly root: string
  readonly version: string
}
