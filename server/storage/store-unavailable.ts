import { Refusal } from '#contract/errors.ts'

/** The file store failed: answered with 503, with the cause for the log. */
export function storeUnavailable(cause: unknown): Refusal {
  if (cause instanceof Refusal) return cause
  const refusal = new Refusal('store_away', { retryAfter: 5 })
  refusal.cause = cause
  return refusal
}
