const address = '/worker.js'

/** The worker that opens the page without a connection and shows pushes. Undefined where browsers have none, and in development. */
export const registerWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator && import.meta.env.PROD ? navigator.serviceWorker.register(address) : undefined

/** Once the page is loaded: the worker's files must not compete with the page's. */
export function registerWorkerAfterLoad(): void {
  // Refused where storage is disabled; the page works without it.
  const register = () => void registerWorker().catch(() => {})
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}
