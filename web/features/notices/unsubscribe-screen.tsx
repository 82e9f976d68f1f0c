import { IconBellOff, IconMailCheck } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { unsubscribeReply } from '#contract/notices.ts'
import { paths } from '#contract/paths.ts'
import { unsubscribeWords } from '#domain/mail-kinds.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { showing } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toastFailure } from '#web/ui/feedback/toast.tsx'
import { FormPage } from '#web/ui/form/form-page.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './unsubscribe-screen.module.css'

const endpoint = 'public/unsubscribe'
/** The link's token is the permission, so no session is sent. */
const options = { public: true, quiet: true } as const

const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: [showing('notice-settings'), 'unsubscribe', token],
    queryFn: ({ signal }) => api.get<typeof unsubscribeReply>(`${endpoint}?token=${encodeURIComponent(token)}`, { ...options, signal }),
    retry: false,
  })

/** Where the link in a mail leads. Nothing changes on opening: mail scanners open links too. */
export function UnsubscribeScreen() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data, error, refetch } = useQuery(subscriptionQuery(token))
  if (error && !data) {
    const isInvalid = isNotFound(error)
    return (
      <FailureState
        level="h1"
        title={isInvalid ? 'This link is not valid' : 'This page could not be loaded. Please try again.'}
        {...(isInvalid ? { action: <ProfileLink /> } : { onRetry: () => void refetch() })}
      >
        {isInvalid && <p>You can choose which mails you get in your profile.</p>}
      </FailureState>
    )
  }
  if (data) return <Choice token={token} kind={data.kind} isOn={data.isOn} />
  return (
    <FormPage title="Stop these mails?">
      <Loading>
        <Bone height={120} radius={10} />
      </Loading>
    </FormPage>
  )
}

const ProfileLink = () => (
  <ActionButton variant="outline" to={paths.profile}>
    Open your profile
  </ActionButton>
)

type ChoiceProps = { readonly token: string; readonly kind: keyof typeof unsubscribeWords; readonly isOn: boolean }

function Choice({ token, kind, isOn }: ChoiceProps) {
  const queryClient = useQueryClient()
  const press = useMutation({
    mutationFn: (wanted: boolean) => api.post<typeof unsubscribeReply>(endpoint, { token, isOn: wanted }, options),
    onSuccess: (saved) => queryClient.setQueryData(subscriptionQuery(token).queryKey, saved),
    onError: toastFailure,
  })
  const words = unsubscribeWords[kind]
  const isBackOn = isOn && press.isSuccess
  return (
    <FormPage title={isBackOn ? 'Switched back on' : isOn ? 'Stop these mails?' : 'These mails have stopped'}>
      <div className={styles.root} role="status">
        <IconDisc tone="evergreen" size={60}>
          {isOn ? <IconMailCheck {...iconProps(28)} /> : <IconBellOff {...iconProps(28)} />}
        </IconDisc>
        {isBackOn && <p>You get {words} again.</p>}
        {isOn && !isBackOn && <p>You will no longer get {words}. Other mails, and the notices in Arcstead, stay as they are.</p>}
        {!isOn && <p>You no longer get {words}. The notices in Arcstead stay as they are.</p>}
      </div>
      <div className={styles.buttons}>
        <ActionButton variant={isOn && !isBackOn ? 'filled' : 'outline'} loading={press.isPending} onClick={() => press.mutate(!isOn)}>
          {isOn ? 'Stop these mails' : 'Switch back on'}
        </ActionButton>
        <ActionButton variant="subtle" data-flush="start" to={paths.profile}>
          Choose which mails you get
        </ActionButton>
      </div>
    </FormPage>
  )
}
