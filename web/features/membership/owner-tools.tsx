import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Circle, circleReply } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { isolate } from '#domain/isolate.ts'
import { fullName } from '#domain/person.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import styles from './member-circle.module.css'

type OwnerToolsProps = { circle: Circle; members: readonly Membership[]; userId: string; children?: ReactNode }

/** Settings added by the page, and handing over the circle. */
export function OwnerTools({ circle, members, userId, children }: OwnerToolsProps) {
  return (
    <div className={styles.ownerTools}>
      {children}
      <HandOver circle={circle} members={members.filter((member) => member.user?._id !== userId)} />
    </div>
  )
}

function HandOver({ circle, members }: { circle: Circle; members: readonly Membership[] }) {
  const cache = useCache()
  const [chosen, choose] = useState<string>(nullValue)
  const [isAsking, ask] = useState(false)
  const handOver = useMutation({
    mutationFn: () => api.post<typeof circleReply>(`app/circle/${circle._id}/owner`, { user: chosen }, { quiet: true }),
    onSuccess: async () => {
      await cache.invalidate(acts.ownershipHandedOver(circle._id))
      toast.success('The circle has a new owner')
    },
    onError: toastFailure,
    onSettled: () => ask(false),
  })
  if (members.length === 0) return null
  const name = members.find((member) => member.user?._id === chosen)?.user
  return (
    <div>
      <h3>Hand ownership on</h3>
      <SelectField
        label="New owner"
        options={members.map((member) => ({ value: member.user?._id ?? '', text: member.user ? fullName(member.user) : 'Member' }))}
        value={chosen}
        onChange={choose}
      />
      <ActionButton variant="outline" disabled={chosen === nullValue} onClick={() => ask(true)}>
        Hand over
      </ActionButton>
      <ConfirmDialog
        opened={isAsking}
        pending={handOver.isPending}
        title={`Hand over ${isolate(circle.title)}?`}
        consequence={`${name ? isolate(fullName(name)) : 'This member'} becomes the owner and is told by mail; you stay a member. Open invitations end.`}
        warning="Only the new owner can hand it back"
        confirmLabel="Hand over"
        onCancel={() => ask(false)}
        onConfirm={() => handOver.mutate()}
      />
    </div>
  )
}
