import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noticeSettingsReply } from '#contract/notices.ts'
import { type Digest, digestChoices } from '#domain/notices.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './profile.module.css'
import { noticeSettingsQuery } from './profile.queries.ts'

/** How often unread notices are mailed. */
export function DigestCard() {
  const queryClient = useQueryClient()
  const cache = useCache()
  const { data } = useQuery(noticeSettingsQuery)
  const [chosen, choose] = useState<Digest | null>(null)
  const save = useMutation({
    mutationFn: (digest: Digest) => api.put('app/notice-settings', { digest }, noticeSettingsReply),
    onSuccess: (saved) => {
      queryClient.setQueryData(noticeSettingsQuery.queryKey, saved)
      void cache.invalidate(acts.noticeSettingsSaved)
      toast.success('Digest saved')
    },
    onError: (error) => void toast.error(error.message, { duration: 5_000 }),
    onSettled: () => choose(null),
  })
  return (
    <Card>
      <h2>Digest by mail</h2>
      <p className={`sub ${styles.words}`}>What you have not read yet, in one mail. Nothing new, no mail.</p>
      <ChoiceTiles
        legend="Digest by mail"
        hideLegend
        columns={3}
        choices={digestChoices.map(({ value, text }) => ({ value, label: text }))}
        value={chosen ?? data?.digest ?? null}
        onChange={(value) => {
          choose(value as Digest)
          save.mutate(value as Digest)
        }}
        disabled={!data || save.isPending}
      />
    </Card>
  )
}
