import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { mayReadEverything } from '#domain/may/person.ts'
import { configQuery } from '#web/api/config.ts'
import { setGlobalError } from '#web/api/loading.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import statesStyles from '#web/ui/feedback/states.module.css'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import type { CrashFormProps } from './crash-form.tsx'
import { type Crash, messageOf, reportByHand, reportCrash, reportWhoMetIt, stackOf } from './crash-report.ts'
import styles from './crash-screen.module.css'
import { useCurrentUser } from './gates/current-user.ts'

// A separate chunk, because the first page does not need it. If it cannot be loaded, the rest of this screen still works.
const CrashForm = lazy<ComponentType<CrashFormProps>>(() =>
  import('./crash-form.tsx').then(
    (loaded) => ({ default: loaded.CrashForm }),
    () => ({ default: () => null }),
  ),
)

/** Reports the crash once, then adds the user as soon as the session is known. */
function useCrashReport(crash: Crash, userId: string | undefined): string | null {
  const [id, setId] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    setGlobalError(true)
    void reportCrash(crash).then((answered) => isCurrent && setId(answered))
    return () => {
      isCurrent = false
      setGlobalError(false)
    }
  }, [crash])
  useEffect(() => {
    if (id && userId) void reportWhoMetIt(id, userId)
  }, [id, userId])
  return id
}

/** For unexpected errors. Visitors get advice, users can describe what happened, admins see the error. */
export function CrashScreen({ crash }: { crash: Crash }) {
  const { user, isVisitor } = useCurrentUser()
  const reportId = useCrashReport(crash, user?._id)
  return (
    <section className={styles.root} data-alone="crash" role="alert">
      <span className={`${statesStyles.stateDisc} ${styles.disc}`}>
        <IconAlertTriangle {...iconProps(28)} />
      </span>
      <h1 tabIndex={-1}>Oops! Something went wrong</h1>
      {isVisitor && <Suggestions />}
      {user && mayReadEverything(user) && <ErrorDetails error={crash.error} />}
      {user && (
        <Suspense fallback={null}>
          <CrashForm onReport={(words) => reportByHand(crash, reportId, user._id, words)} />
        </Suspense>
      )}
      <div className={styles.ways}>
        <ActionButton variant="outline" onClick={() => window.location.reload()}>
          Refresh the page
        </ActionButton>
        {/* A full page load, so that no broken state is kept. */}
        <ActionButton variant="subtle" onClick={() => window.location.assign(paths.findCircles)}>
          Go back
        </ActionButton>
      </div>
    </section>
  )
}

function Suggestions() {
  const { data: config } = useQuery(configQuery)
  return (
    <div className={styles.advice}>
      <p>Here is what usually helps:</p>
      <ul>
        <li>Refresh the page</li>
        <li>Clear the browser cache</li>
        <li>
          Contact support
          {config && (
            <>
              {' at '}
              <a className="text-link" href={`mailto:${config.supportEmail}`}>
                {config.supportEmail}
              </a>
            </>
          )}
        </li>
      </ul>
    </div>
  )
}

function ErrorDetails({ error }: { error: unknown }) {
  const stack = stackOf(error)
  return (
    <div className={styles.details}>
      <p className={styles.message}>{messageOf(error)}</p>
      {stack && (
        <details>
          <summary>Stack trace</summary>
          <pre>{stack}</pre>
        </details>
      )}
    </div>
  )
}
