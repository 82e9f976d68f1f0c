import { useQuery } from '@tanstack/react-query'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { noticeSettingsQuery, useSaveNoticeSettings } from './profile.queries.ts'

/** Switches mails about mentions on and off, where people are mentioned. The profile has the same switch. */
export function MentionMails() {
  const { data } = useQuery(noticeSettingsQuery)
  const save = useSaveNoticeSettings()
  // Not before it is known: a switch that moves by itself draws the eye.
  if (!data) return <Bone width={120} height={24} />
  return (
    <ToggleField
      label="Mail me too"
      value={(save.isPending ? save.variables.mails?.mention : undefined) ?? data.mails.mention}
      disabled={save.isPending}
      onChange={(isOn) => save.mutate({ mails: { mention: isOn } })}
    />
  )
}
