import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { exportReply } from '#contract/export.ts'
import { calendarDayOf } from '#domain/dates.ts'
import { api } from '#web/api/client.ts'
import { saveFile } from '#web/api/save-file.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { useZone } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { toastFailure } from '#web/ui/feedback/toast.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './profile.module.css'

const asJson = (data: unknown) => new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })

export function ExportCard() {
  const zone = useZone()
  const stepUp = useStepUp('export_data')
  const take = useMutation({
    mutationFn: () => stepUp.run(() => api.get<typeof exportReply>('app/export')),
    onSuccess: (data) => saveFile(asJson(data), `arcstead-my-data-${calendarDayOf(data.exportedAt, zone)}.json`),
    onError: toastFailure,
  })
  return (
    <Card>
      <h2>Export my data</h2>
      <p className={`sub ${styles.words}`}>
        Everything Arcstead keeps of you, as one file: profile, memberships, ledger, votes, properties, sessions, passkeys.
      </p>
      <ActionButton
        variant="outline"
        leftSection={<IconDownload {...iconProps(18)} />}
        loading={take.isPending && !stepUp.isAsking}
        onClick={() => take.mutate()}
      >
        Export my data
      </ActionButton>
      {stepUp.dialog}
    </Card>
  )
}
