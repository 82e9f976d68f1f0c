import { useState } from 'react'
import type { Deciding } from '#contract/deciding.ts'
import { closingProblem, noticeWords } from '#domain/notice-period.ts'
import { ApiError } from '#web/api/client.ts'
import { useNoticeSeconds } from '#web/api/config.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { DateTimeField } from '#web/ui/fields/date-time-field.tsx'
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
        toast.success(closesAt ? 'Closing date set' : 'Closing date removed')
      },
    })
  const open = () => {
    choose(deciding.closesAt)
    setOpen(true)
  }
  if (!isOpen) {
    return (
      <ActionButton variant="outline" onClick={open}>
        {deciding.closesAt ? 'Change closing date' : 'Set a closing date'}
      </ActionButton>
    )
  }
  return (
    <div className={styles.closingDate}>
      <DateTimeField
        label="Closing date"
        description={`By your own clock, at least ${noticeWords(noticeSeconds)} ahead. The outcome freezes then; only arcs held for ${noticeWords(noticeSeconds)} by then count. Whoever has not voted is reminded ${noticeWords(noticeSeconds)} before.`}
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
          Save closing date
        </ActionButton>
      </div>
    </div>
  )
}
