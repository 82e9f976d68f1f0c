import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/**
 * Whether a navigation is pending right now. `useNavigation` reports it only after React has rendered, which is too late for debounced
 * writes to the URL.
 */
export function useIsLeaving(): () => boolean {
  const router = useContext(DataRouterContext)?.router
  return useCallback(() => router !== undefined && router.state.navigation.state !== 'idle', [router])
}
