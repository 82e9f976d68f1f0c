import { useState } from 'react'
import type { Deciding } from '#contract/deciding.ts'
import { closingDateHint, closingProblem } from '#domain/notice-period.ts'
import { ApiError } from '#web/api/client.ts'
import { DateTimeField } from '#web/shared/time/date-time-field.tsx'
import { useNoticeSeconds } from '#web/shared/time/notice-seconds.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import styles from './deciding.module.css'
import { useSetClosingDate } from './deciding.queries.ts'

const fieldProblem = (error: Error | null): string | undefined =>
  error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : error?.message

type ClosingDateProps = { circleId: string; propertyId: string; deciding: Deciding }

/** Sets, moves or removes the closing date, until it has passed. */
export function ClosingDate({ circleId, propertyId, deciding }: ClosingDateProps) {
  const [isOpen, setOpen] = useState(false)
  const [chosen, choose] = useState(deciding.closesAt)
  const save = useSetClosingDate(circleId, propertyId)
  const noticeSeconds = useNoticeSeconds()
  if (deciding.isClosed) return null
  const isNew = chosen !== null && chosen !== deciding.closesAt
  const problem = isNew ? closingProblem(Date.parse(chosen), Date.now(), noticeSeconds) : null
  const submit = (closesAt: string | null) =>
    save.mutate(closesAt, {
      onSuccess: () => {
        setOpen(false)
        toast.success(closesAt ? 'The date is set' : 'The date is removed')
      },
    })
  const open = () => {
    choose(deciding.closesAt)
    setOpen(true)
  }
  if (!isOpen) {
    return (
      <ActionButton variant="outline" onClick={open}>
        {deciding.closesAt ? 'Change the end of voting' : 'Set the end of voting'}
      </ActionButton>
    )
  }
  return (
    <div className={styles.closingDate}>
      <DateTimeField
        label="Voting closes"
        description={closingDateHint(noticeSeconds)}
        value={chosen}
        onChange={choose}
        error={problem ?? fieldProblem(save.error)}
      />
      <div className={styles.closingDateButtons}>
        {deciding.closesAt && (
          <ActionButton variant="subtle" data-flush="start" onClick={() => submit(null)} disabled={save.isPending}>
            Remove
          </ActionButton>
        )}
        <ActionButton variant="outline" onClick={() => setOpen(false)}>
          Cancel
        </ActionButton>
        <ActionButton
          variant="light"
          onClick={() => submit(chosen)}
          disabled={chosen === null || chosen === deciding.closesAt || problem !== null}
          loading={save.isPending}
        >
          Save date
        </ActionButton>
      </div>
    </div>
  )
}
