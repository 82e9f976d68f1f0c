import { useCallback, useContext } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router'

/**
 * Whether another screen has been asked for: its navigation is pending, or the router is there already and React has yet to render it.
 * `useNavigation` reports it only after React has rendered, which is too late for debounced writes to the URL.
 */
export function useIsLeaving(): () => boolean {
  const router = useContext(DataRouterContext)?.router
  const { pathname } = useLocation()
  return useCallback(() => {
    if (router === undefined) return false
    const { navigation, location } = router.state
    return navigation.state !== 'idle' || location.pathname !== pathname
  }, [router, pathname])
}
