import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { calendarReply } from '#contract/motions.ts'
import { api } from '#web/api/client.ts'
import { calendarQuery } from '#web/shared/people/calendar.queries.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { longToast, toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import styles from './calendar-dialog.module.css'

const endpoint = 'app/calendar'

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast.success('Address copied')
  } catch {
    toast.warning('The address could not be copied. Please select it and copy it yourself.', { duration: longToast })
  }
}

/** The person's secret address from which calendar programs read when votes close. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery({ ...calendarQuery, refetchOnWindowFocus: false })
  const make = useMutation({
    mutationFn: () => api.post<typeof calendarReply>(endpoint, {}, { quiet: true }),
    onSuccess: (made) => queryClient.setQueryData(calendarQuery.queryKey, made),
    onError: toastFailure,
  })
  const end = useMutation({
    mutationFn: () => api.delete(endpoint, { quiet: true }),
    onSuccess: () => {
      queryClient.setQueryData(calendarQuery.queryKey, { link: null, since: null })
      toast.success('Address ended')
    },
    onError: toastFailure,
  })
  const link = data?.link ?? null
  return (
    <Dialog opened onClose={onClose} title="Add to my calendar">
      <div className={styles.root}>
        <p>Your calendar program can read from an address of your own when votes close. It holds no amounts and no votes.</p>
        {isError && !data && (
          <FailureState title="Your calendar address could not be loaded. Please try again." onRetry={() => void refetch()} />
        )}
        {!data && !isError && (
          <Loading>
            <Bone height={44} radius={10} />
          </Loading>
        )}
        {link && (
          <TextField
            label="Calendar address"
            description="Subscribe to it in your calendar. It is shown only now; keep it to yourself."
            readOnly
            value={link}
            onChange={() => {}}
          />
        )}
        {data && !link && data.since && (
          <p className="sub">
            You have had an address since <Day at={data.since} form="short" />. It is not shown again: a new one takes its place, and the
            old one ends.
          </p>
        )}
        {data && (
          <div className={styles.buttons}>
            {link && <ActionButton onClick={() => void copy(link)}>Copy address</ActionButton>}
            <ActionButton variant={data.since ? 'outline' : 'filled'} loading={make.isPending} onClick={() => make.mutate()}>
              {data.since ? 'New address' : 'Make my address'}
            </ActionButton>
            {data.since && (
              <ActionButton variant="subtle" loading={end.isPending} onClick={() => end.mutate()}>
                End address
              </ActionButton>
            )}
          </div>
        )}
      </div>
    </Dialog>
  )
}
