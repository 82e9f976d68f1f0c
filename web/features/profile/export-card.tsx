import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { exportReply } from '#contract/export.ts'
import { api } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { Card } from '#web/ui/card.tsx'
import { iconProps } from '#web/ui/icon-props.ts'
import { toast } from '#web/ui/toast.tsx'

function saveAs(name: string, data: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export function ExportCard() {
  const take = useMutation({
    mutationFn: () => api.get('app/export', exportReply),
    onSuccess: (data) => saveAs(`arcstead-my-data-${data.exportedAt.slice(0, 10)}.json`, data),
    onError: (error) => toast.error(error.message, { duration: 5000 }),
  })
  return (
    <Card>
      <h2>Export my data</h2>
      <p className="sub profile-words">
        Everything Arcstead keeps of you, as one file: profile, memberships, ledger, votes, properties, sessions.
      </p>
      <ActionButton
        variant="outline"
        leftSection={<IconDownload {...iconProps(18)} />}
        loading={take.isPending}
        onClick={() => take.mutate()}
      >
        Export my data
      </ActionButton>
    </Card>
  )
}
