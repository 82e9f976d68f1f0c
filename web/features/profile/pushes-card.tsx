import { IconBellOff, IconDeviceDesktop } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { choosePushesRequest, pushesReply } from '#contract/pushes.ts'
import { mailKinds } from '#domain/mail-kinds.ts'
import { showing, useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { deviceName } from '#web/shared/people/device-name.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { Badge } from '#web/ui/layout/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { IconNote } from '#web/ui/layout/icon-note.tsx'
import iconRows from '#web/ui/layout/icon-rows.module.css'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './profile.module.css'
import { canPush, isBlocked, PushRefused, subscribedQuery, switchOff, switchOn } from './push-device.ts'

type Pushes = z.infer<typeof pushesReply>['data']
type Device = Pushes['devices'][number]

const pushesKey = [showing('my-pushes'), 'pushes'] as const
const usePushes = () => useQuery({ queryKey: pushesKey, queryFn: ({ signal }) => api.get<typeof pushesReply>('app/push', { signal }) })

/** Pushes: on or off for each browser, and a switch for each kind, the same kinds as mails. */
export function PushesCard() {
  const { data, isError, refetch } = usePushes()
  return (
    <Card>
      <h2>Pushes</h2>
      <p className={`sub ${styles.words}`}>
        Short messages on your devices, also while Arcstead is closed. They name the circle, never an amount.
      </p>
      {isError && !data && <FailureState title="Your pushes could not be loaded. Please try again." onRetry={() => void refetch()} />}
      {!data && !isError && (
        <Loading>
          <Bone height={56} radius={10} />
        </Loading>
      )}
      {data && (
        <>
          <ThisDevice pushes={data} />
          <OtherDevices devices={data.devices.filter(({ isCurrent }) => !isCurrent)} />
          {data.devices.length > 0 && <Kinds kinds={data.kinds} />}
        </>
      )}
    </Card>
  )
}

function ThisDevice({ pushes: { publicKey, devices } }: { pushes: Pushes }) {
  const cache = useCache()
  const { data: isSubscribed } = useQuery(subscribedQuery(publicKey))
  const device = devices.find(({ isCurrent }) => isCurrent)
  const isOn = device !== undefined && isSubscribed === true
  const change = useMutation({
    mutationFn: () => (isOn ? switchOff(device._id, true) : switchOn(publicKey)),
    onSuccess: () => void toast.success(isOn ? 'Pushes switched off for this device' : 'Pushes switched on for this device'),
    onError: (error) => {
      if (!(error instanceof PushRefused)) toastFailure(error)
    },
    onSettled: () => cache.invalidate(acts.pushesChanged),
  })
  if (!canPush()) {
    return (
      <IconNote icon={<IconBellOff {...iconProps(18)} />}>
        This browser cannot receive pushes. On iPhone and iPad, add Arcstead to the home screen and open it from there.
      </IconNote>
    )
  }
  if (isBlocked()) {
    return (
      <IconNote icon={<IconBellOff {...iconProps(18)} />}>
        Your browser blocks notifications of Arcstead. Allow them in its settings for this site, then open this page again.
      </IconNote>
    )
  }
  return (
    <div className={styles.pushDevice}>
      {isOn && <Badge kind="evergreen">On for this device</Badge>}
      <ActionButton variant="outline" loading={change.isPending} onClick={() => change.mutate()}>
        {isOn ? 'Switch off for this device' : 'Switch on for this device'}
      </ActionButton>
      {change.error instanceof PushRefused && <p role="alert">{change.error.message}</p>}
    </div>
  )
}

function OtherDevices({ devices }: { devices: readonly Device[] }) {
  const cache = useCache()
  const end = useMutation({
    mutationFn: (id: string) => switchOff(id, false),
    onSuccess: () => void toast.success('Pushes switched off for that device'),
    onError: toastFailure,
    onSettled: () => cache.invalidate(acts.pushesChanged),
  })
  if (devices.length === 0) return null
  return (
    <ul className={`${iconRows.root} ${styles.pushDevices}`} aria-label="Other devices with pushes">
      {devices.map(({ _id, userAgent, since }) => (
        <li key={_id}>
          <IconDeviceDesktop {...iconProps(20)} />
          <div>
            <b>{deviceName(userAgent)}</b>
            <p className="small muted">
              On since <Moment at={since} />
            </p>
          </div>
          <ActionButton
            variant="outline"
            size="compact-md"
            aria-label={`Switch pushes off, ${deviceName(userAgent)}`}
            loading={end.isPending && end.variables === _id}
            onClick={() => end.mutate(_id)}
          >
            Switch off
          </ActionButton>
        </li>
      ))}
    </ul>
  )
}

function Kinds({ kinds }: { kinds: Pushes['kinds'] }) {
  const queryClient = useQueryClient()
  const cache = useCache()
  const save = useMutation({
    mutationFn: (chosen: z.infer<typeof choosePushesRequest>) => api.put<typeof pushesReply>('app/push', chosen),
    onSuccess: (saved, { kinds: chosen }) => {
      queryClient.setQueryData(pushesKey, saved)
      void toast.success(Object.values(chosen).includes(true) ? 'Pushes switched on' : 'Pushes switched off')
      void cache.invalidate(acts.pushesChanged)
    },
    onError: toastFailure,
  })
  // What was pressed is shown at once; the answer, or its absence, corrects it.
  const pressed = save.isPending ? save.variables.kinds : undefined
  return (
    <fieldset className={styles.pushKinds}>
      <legend>What is pushed</legend>
      {mailKinds.map(({ value, text, hint }) => (
        <ToggleField
          key={value}
          label={text}
          description={hint}
          value={pressed?.[value] ?? kinds[value]}
          onChange={(isOn) => save.mutate({ kinds: { [value]: isOn } })}
          disabled={save.isPending && pressed?.[value] === undefined}
        />
      ))}
    </fieldset>
  )
}
