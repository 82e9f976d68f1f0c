import { useQuery } from '@tanstack/react-query'
import { type MailKind, mailKinds } from '#domain/mail-kinds.ts'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './profile.module.css'
import { noticeSettingsQuery, useSaveNoticeSettings } from './profile.queries.ts'

/** A switch for each kind of mails that is sent at once. */
export function MailsCard() {
  const { data, isError, refetch } = useQuery(noticeSettingsQuery)
  const save = useSaveNoticeSettings()
  // What was pressed is shown at once; the answer, or its absence, corrects it.
  const pressed = save.isPending ? save.variables.mails : undefined
  const press = (kind: MailKind, isOn: boolean) =>
    save.mutate({ mails: { [kind]: isOn } }, { onSuccess: () => void toast.success(isOn ? 'Mails switched on' : 'Mails switched off') })
  return (
    <Card>
      <h2>Mails at once</h2>
      <p className={`sub ${styles.words}`}>For the moments that matter. Mails about your account are always sent.</p>
      {isError && !data && <FailureState title="Your mails could not be loaded. Please try again." onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Loading>
          <Bone height={220} radius={10} />
        </Loading>
      )}
      {data && (
        <div className={styles.mailSwitches}>
          {mailKinds.map(({ value, text, hint }) => (
            <ToggleField
              key={value}
              label={text}
              description={hint}
              value={pressed?.[value] ?? data.mails[value]}
              onChange={(isOn) => press(value, isOn)}
              disabled={save.isPending && pressed?.[value] === undefined}
            />
          ))}
        </div>
      )}
    </Card>
  )
}
