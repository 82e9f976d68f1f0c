import type { Charter } from '#contract/deciding.ts'
import { ruleWords } from '#domain/outcome.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Clauses } from '#web/ui/layout/clauses.tsx'
import styles from './deciding.module.css'
import { useAcceptCharter } from './deciding.queries.ts'

type CharterDialogProps = {
  circleId: string
  current: Charter
  versions: readonly Charter[]
  /** Whether the reader is asked to agree to the current version. */
  mayAgree: boolean
  onClose: () => void
}

/** The current charter and its earlier versions. */
export function CharterDialog({ circleId, current, versions, mayAgree, onClose }: CharterDialogProps) {
  const { day } = useDates()
  const accept = useAcceptCharter(circleId)
  const agree = () =>
    accept.mutate(current.version, {
      onSuccess: () => {
        toast.success(`You agreed to version ${current.version}`)
        onClose()
      },
      onError: toastFailure,
    })
  const earlier = versions.filter(({ version }) => version !== current.version)
  return (
    <Dialog
      opened
      onClose={onClose}
      title="The circle’s charter"
      width={640}
      actions={
        <>
          <ActionButton variant="outline" onClick={onClose}>
            Close
          </ActionButton>
          {mayAgree && (
            <ActionButton loading={accept.isPending} onClick={agree}>
              I agree to version {current.version}
            </ActionButton>
          )}
        </>
      }
    >
      <p className={`small sub ${styles.charterVersion}`}>
        Version {current.version}
        {current.at && `, since ${day(current.at)}`}
      </p>
      <Clauses clauses={current.clauses} />
      {earlier.length > 0 && (
        <div className={styles.charterEarlier}>
          <h3>Earlier versions</h3>
          {earlier.map((charter) => (
            <details key={charter.version}>
              <summary>
                Version {charter.version}
                {charter.at && `, ${day(charter.at)}`}: {ruleWords(charter.rules)}
              </summary>
              <Clauses clauses={charter.clauses} />
            </details>
          ))}
        </div>
      )}
    </Dialog>
  )
}
