import { IconFingerprint, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { creationOptionsReply, Passkey, PasskeyCreationOptions } from '#contract/passkeys.ts'
import { isolate } from '#domain/isolate.ts'
import { mostPasskeys } from '#domain/passkeys.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { canUsePasskeys } from '#web/shared/people/passkey-browser.ts'
import { passkeysQuery } from '#web/shared/people/passkeys.queries.ts'
import { useStepUp } from '#web/shared/people/step-up.tsx'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import iconRows from '#web/ui/layout/icon-rows.module.css'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx'
import styles from './profile.module.css'

export function PasskeysCard() {
  const { data: passkeys, isError, refetch } = useQuery(passkeysQuery)
  return (
    <Card>
      <h2>Passkeys</h2>
      <p className={`sub ${styles.words}`}>Sign in with your fingerprint, your face or your screen lock instead of the password.</p>
      {isError && <FailureState title="Your passkeys could not be loaded. Please try again." onRetry={() => refetch()} />}
      {!passkeys && !isError && (
        <Loading>
          <Bone height={56} radius={10} />
        </Loading>
      )}
      {passkeys && passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
      {passkeys && <AddPasskey count={passkeys.length} />}
    </Card>
  )
}

/** The step-up comes before the name, so that the browser's own dialog follows a click. */
function AddPasskey({ count }: { count: number }) {
  const [options, setOptions] = useState<PasskeyCreationOptions | null>(null)
  const stepUp = useStepUp('add_passkey')
  const start = useMutation({
    mutationFn: () => stepUp.run(() => api.post<typeof creationOptionsReply>('auth/passkey/options', {})),
    onSuccess: setOptions,
  })
  if (!canUsePasskeys()) return <p className="small muted">This browser cannot make passkeys at this address.</p>
  if (count >= mostPasskeys) return <p className="small muted">You have {mostPasskeys} passkeys, as many as an account can have.</p>
  return (
    <>
      <ActionButton
        variant="outline"
        leftSection={<IconPlus {...iconProps(18)} />}
        loading={start.isPending && !stepUp.isAsking}
        onClick={() => start.mutate()}
      >
        Add a passkey
      </ActionButton>
      {start.error && <FieldMessage>{start.error.message}</FieldMessage>}
      {stepUp.dialog}
      {options && <AddPasskeyDialog options={options} onClose={() => setOptions(null)} />}
    </>
  )
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const cache = useCache()
  const [renaming, rename] = useState<Passkey | null>(null)
  const [removing, askToRemove] = useState<Passkey | null>(null)
  const stepUp = useStepUp('remove_passkey')
  const remove = useMutation({
    mutationFn: ({ _id }: Passkey) => stepUp.run(() => api.delete(`auth/passkey/${_id}`)),
    onSuccess: () => void toast.success('Passkey removed'),
    onError: toastFailure,
    onSettled: () => {
      askToRemove(null)
      return cache.invalidate(acts.passkeysChanged)
    },
  })
  return (
    <>
      <ul className={`${iconRows.root} ${styles.passkeys}`}>
        {passkeys.map((passkey) => (
          <li key={passkey._id}>
            <IconFingerprint {...iconProps(20)} />
            <div>
              <b>
                <bdi>{passkey.name}</bdi>
              </b>
              <p className="small sub">
                Added <Moment at={passkey.createdAt} />
              </p>
              <p className="small muted">
                {passkey.lastUsedAt ? (
                  <>
                    Last used <Moment at={passkey.lastUsedAt} />
                  </>
                ) : (
                  'Not used yet'
                )}
              </p>
            </div>
            <div className={styles.passkeyButtons}>
              <IconAction
                label={`Rename ${isolate(passkey.name)}`}
                icon={<IconPencil {...iconProps(18)} />}
                onClick={() => rename(passkey)}
              />
              <IconAction
                label={`Remove ${isolate(passkey.name)}`}
                icon={<IconTrash {...iconProps(18)} />}
                onClick={() => askToRemove(passkey)}
              />
            </div>
          </li>
        ))}
      </ul>
      {renaming && <RenamePasskeyDialog passkey={renaming} onClose={() => rename(null)} />}
      <ConfirmDialog
        opened={removing !== null && !stepUp.isAsking}
        onCancel={() => askToRemove(null)}
        onConfirm={() => removing && remove.mutate(removing)}
        consequence={`“${isolate(removing?.name ?? '')}” cannot sign you in any more.`}
        confirmLabel="Remove"
        pending={remove.isPending}
      />
      {stepUp.dialog}
    </>
  )
}
