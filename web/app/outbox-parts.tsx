import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { OfflineError } from '#web/api/api-error.ts'
import { keepQueries } from '#web/api/kept-queries.ts'
import type { WaitingAct } from '#web/api/outbox.ts'
import { ownUserId, removeWaiting, startSending, useWaitingActs } from '#web/api/waiting-acts.ts'
import { registerWorkerAfterLoad } from '#web/api/worker.ts'
import { sentWords, toBeSent, waitingWords } from '#web/shared/waiting/waiting-words.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { demandToasts } from '#web/ui/feedback/toast-demand.ts'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './outbox-parts.module.css'

/** Acts that were accepted within this time are told of together. */
const batchMilliseconds = 500

/** How much waits, in the bar. */
export function WaitingCount() {
  const waiting = toBeSent(useWaitingActs())
  return waiting.length > 0 ? ` ${waitingWords(waiting)}` : null
}

/** Sends what waits, says what came of it, and keeps what was read for the next time without a connection. Loaded for signed-in people. */
export function OutboxParts() {
  const queryClient = useQueryClient()
  useEffect(() => {
    registerWorkerAfterLoad()
    return keepQueries(queryClient, ownUserId())
  }, [queryClient])
  useEffect(() => {
    // Cannot be loaded later, when there is something to say.
    demandToasts()
    let sent: WaitingAct[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = startSending(queryClient, {
      onSent: (act) => {
        if (act.kind === 'mark') return
        sent.push(act)
        timer ??= setTimeout(() => {
          toast.success(<SentWords acts={sent} />, { duration: longToast })
          timer = undefined
          sent = []
        }, batchMilliseconds)
      },
      // It is shown until it is dismissed, below.
      onRefused: () => {},
    })
    // In one place for every act that needs a connection. Forms say it beside their button.
    const unsubscribe = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && event.action.error instanceof OfflineError) {
        toast.warning(event.action.error.message, { duration: longToast })
      }
    })
    return () => {
      stop()
      unsubscribe()
      clearTimeout(timer)
    }
  }, [queryClient])
  return <NotSent />
}

const SentWords = ({ acts }: { acts: readonly WaitingAct[] }) => (
  <>
    <strong>You are back.</strong> {sentWords(acts)}
  </>
)

/** What was refused after it had waited. Stays until the person dismisses it: nothing is lost silently. */
function NotSent() {
  const refused = useWaitingActs().filter(({ refusal }) => refusal !== null)
  if (refused.length === 0) return null
  return (
    <section className={styles.notSent} aria-label="Not sent">
      {refused.map((act) => (
        <RefusedAct key={act.key} act={act} />
      ))}
    </section>
  )
}

const subjectWords = ({ kind, about }: WaitingAct): string => `Your ${kind === 'vote' ? 'vote on' : 'comment on'} ${about} was not sent.`

function RefusedAct({ act }: { act: WaitingAct }) {
  const text = act.kind === 'comment' && 'text' in act.body ? String(act.body.text) : null
  return (
    <div className={styles.act}>
      <p className={styles.words} role="alert">
        <IconAlertTriangle {...iconProps(17)} />
        <span>
          <strong>{subjectWords(act)}</strong> {act.refusal?.words}
        </span>
      </p>
      {text !== null && <blockquote>{text}</blockquote>}
      <div className={styles.actions}>
        <ActionButton variant="outline" to={act.page}>
          {act.kind === 'vote' ? 'Read what changed' : 'Open the discussion'}
        </ActionButton>
        {text !== null && (
          <ActionButton variant="subtle" onClick={() => void navigator.clipboard?.writeText(text)}>
            Copy text
          </ActionButton>
        )}
        <ActionButton variant="subtle" onClick={() => removeWaiting(act)} aria-label={`Dismiss: ${subjectWords(act)}`}>
          Dismiss
        </ActionButton>
      </div>
    </div>
  )
}
