import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { readWish } from '#domain/wish.ts'
import { keepWish, takeWish } from '#web/api/kept-wish.ts'
import { SpinnerPage } from '#web/ui/feedback/skeletons.tsx'

/** Sends someone to where they have to answer or wait first, and keeps where they were going with the account. */
export function SendAway({ to, from }: { to: string; from: string }) {
  const queryClient = useQueryClient()
  // Their own screens are one click away; keeping them would replace a circle that is not.
  const isWorthKeeping = readWish(from)?.act !== 'open'
  useEffect(() => {
    if (isWorthKeeping) void keepWish(queryClient, from)
  }, [queryClient, from, isWorthKeeping])
  return <Navigate to={to} replace />
}

/** Leads someone who need not wait any more to what they wanted before, else to `otherwise`. */
export function LeadOn({ user, otherwise }: { user: User; otherwise: string }) {
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
