import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Digest, digestChoices } from '#domain/notices.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './profile.module.css'
import { noticeSettingsQuery, useSaveNoticeSettings } from './profile.queries.ts'

/** How often unread notices are mailed. */
export function DigestCard() {
  const { data } = useQuery(noticeSettingsQuery)
  const [chosen, choose] = useState<Digest | null>(null)
  const save = useSaveNoticeSettings()
  const saveDigest = (digest: Digest) => {
    choose(digest)
    save.mutate({ digest }, { onSuccess: () => void toast.success('Digest saved'), onSettled: () => choose(null) })
  }
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
        onChange={(value) => saveDigest(value as Digest)}
        disabled={!data || save.isPending}
      />
    </Card>
  )
}
