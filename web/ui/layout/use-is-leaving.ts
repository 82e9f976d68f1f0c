import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/**
 * Tells whether another screen is on its way at this very moment. `useNavigation` says so only once React has rendered it, which on
 * a busy machine is too late for what writes to the address after a delay.
 */
export function useIsLeaving(): () => boolean {
  const router = useContext(DataRouterContext)?.router
  return useCallback(() => router !== undefined && router.state.navigation.state !== 'idle', [router])
}
