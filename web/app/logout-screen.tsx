import { Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isDestination } from '#contract/gates.ts'
import { paths } from '#contract/paths.ts'
import { isOnline } from '#web/api/connection.ts'
import type { WaitingAct } from '#web/api/outbox.ts'
import { useSignOut } from '#web/api/session.ts'
import { clearOutbox, flushOutbox, ownUserId } from '#web/api/waiting-acts.ts'
import { unitOf } from '#web/shared/waiting/waiting-words.ts'
import statesStyles from '#web/ui/feedback/states.module.css'
import { longestToast, toast } from '#web/ui/feedback/toast.tsx'
import { demandToasts } from '#web/ui/feedback/toast-demand.ts'
import styles from './logout-screen.module.css'

const failure = 'We had some trouble logging you out. Please try again or refresh the page.'

const removedWords = (left: readonly WaitingAct[]): string =>
  left.length === 1
    ? `Your ${unitOf(left)} was not sent. It was removed from this browser.`
    : `${left.length} ${unitOf(left)} were not sent. They were removed from this browser.`

/** Sends what waits before the session ends. Returns what could not be sent: it does not stay in a browser that others may use. */
async function leave(signOut: () => Promise<void>): Promise<readonly WaitingAct[]> {
  if (isOnline()) await flushOutbox()
  const userId = ownUserId()
  await signOut()
  return clearOutbox(userId)
}

/** Whether the history has an earlier page of this site, by the index that the router stores in it. */
const hasStepBack = () => ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0

/**
 * Ends the session, then opens sign in or the address in the link. If the server cannot be reached, the person stays signed in and returns
 * to the previous page.
 */
export function LogoutScreen() {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const asked = useSearchParams()[0].get('redirect')
  const next = asked === paths.register || isDestination(asked) ? asked : paths.login
  const hasBegun = useRef(false)

  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    // Loaded before the request, because the network may fail during it.
    demandToasts()
    leave(signOut).then(
      (left) => {
        if (left.length > 0) toast.warning(removedWords(left), { duration: longestToast })
        return navigate(next, { replace: true })
      },
      () => {
        toast.error(failure, { duration: longestToast })
        return hasStepBack() ? navigate(-1) : navigate(paths.findCircles, { replace: true })
      },
    )
  }, [signOut, navigate, next])

  return (
    <div className={`${styles.root} ${statesStyles.state}`} data-alone="state">
      <Loader size={36} />
      <h1 tabIndex={-1}>Logging out...</h1>
    </div>
  )
}
