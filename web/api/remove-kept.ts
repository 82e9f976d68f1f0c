/** Each person's answers are kept in a cache of their own (kept-queries.ts). A file of its own, because the first visit needs nothing else. */
export const keptPrefix = 'kept-'

/** What belongs to somebody who has signed out must neither be read nor reach this browser any more. */
export const removeKept = (exceptUserId?: string): Promise<void> =>
  // Where storage is disabled, nothing was kept.
  removeAll(exceptUserId).catch(() => {})

async function removeAll(exceptUserId: string | undefined): Promise<void> {
  // Both exist only in secure contexts.
  if ('caches' in window) {
    const others = (await caches.keys()).filter((name) => name.startsWith(keptPrefix) && name !== `${keptPrefix}${exceptUserId}`)
    await Promise.all(others.map((name) => caches.delete(name)))
  }
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
