import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

/**
 * Navigates only while the screen that asked for it is open. A person who has left it while an answer was on its way stays where they are.
 */
export function useNavigateFromHere() {
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(
    async (to: string, options?: NavigateOptions) => {
      if (isHere.current) await navigate(to, options)
    },
    [navigate],
  )
}
