import { queryOptions } from '@tanstack/react-query'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { registerWorker } from '#web/api/worker.ts'

/** Said to the person as it stands. */
export class PushRefused extends Error {}

/** Safari on iPhone and iPad has pushes only for sites that were added to the home screen. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The person has blocked notifications of this site; only they can allow them again, in the browser. */
export const isBlocked = (): boolean => canPush() && Notification.permission === 'denied'

const toText = (key: ArrayBuffer | null | undefined): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Whether this browser has subscribed with the server's key. With an older key it would get nothing. */
export const subscribedQuery = (publicKey: string | undefined) =>
  queryOptions({
    queryKey: [showing('my-pushes'), 'push-subscription', publicKey],
    queryFn: async () => toText((await findSubscription())?.options.applicationServerKey) === publicKey,
    enabled: canPush() && publicKey !== undefined,
    staleTime: 0,
  })

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const registration = await registerWorker()
  if (!registration) throw new PushRefused('This browser cannot receive pushes.')
  await navigator.serviceWorker.ready
  // A browser refuses a second key beside the first.
  await (await findSubscription())?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }).catch(() => {
    throw new PushRefused('Your browser could not reach its push service. Please try again later.')
  })
}

/** Asks for permission, so it is called only by a click. */
export async function switchOn(publicKey: string): Promise<void> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') throw new PushRefused('Pushes stay off: your browser was not allowed to show notifications.')
  const subscription = await subscribe(publicKey)
  const { p256dh, auth } = subscription.toJSON().keys ?? {}
  await api.post('app/push', { endpoint: subscription.endpoint, p256dh, auth }).catch(async (error: unknown) => {
    await subscription.unsubscribe()
    throw error
  })
}

export async function switchOff(id: string, isThisDevice: boolean): Promise<void> {
  await api.delete(`app/push/${id}`)
  if (isThisDevice) await (await findSubscription())?.unsubscribe()
}
