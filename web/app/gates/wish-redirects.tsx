import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { saveWish, takeWish } from '#web/api/saved-wish.ts'
import { SpinnerPage } from '#web/ui/feedback/skeletons.tsx'

/** Redirects to a step that must be done first. Joining, creating or an invitation is saved with the account. */
export function SaveWishAndRedirect({ to, from }: { to: string; from: string }) {
  const queryClient = useQueryClient()
  useEffect(() => {
    void saveWish(queryClient, from)
  }, [queryClient, from])
  return <Navigate to={to} replace />
}

/** Redirects to the saved page, else to `otherwise`. */
export function RedirectToWish({ user, otherwise }: { user: User; otherwise: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void takeWish(queryClient, user).then((path) => navigate(path ?? otherwise, { replace: true }))
  }, [queryClient, navigate, user, otherwise])
  return <SpinnerPage label="Leading you on" />
}
