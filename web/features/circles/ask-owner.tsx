import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { refusals } from '#contract/errors.ts'
import { loginFrom, paths, signUpFor, withInvite } from '#contract/paths.ts'
import type { BeforeJoining } from '#contract/questions.ts'
import { isolate } from '#domain/isolate.ts'
import { isAskingOffered } from '#domain/questions.ts'
import { api } from '#web/api/client.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './before-joining.module.css'

// A separate chunk, because visitors see no form.
const AskForm = lazy(async () => ({ default: (await import('./ask-form.tsx')).AskForm }))

type AskOwnerProps = { circleId: string; invite: string | null; owner: string | null; asking: BeforeJoining['asking'] }

function ConfirmFirst() {
  const send = useMutation({
    mutationFn: () => api.post('auth/request-confirmation', {}),
    onSuccess: () => void toast.success('A new link is on its way', { icon: 'mail' }),
    onError: toastFailure,
  })
  return (
    <>
      <p className="small">{refusals.address_not_confirmed.error}</p>
      <ActionButton variant="outline" loading={send.isPending} onClick={() => send.mutate()}>
        Send the link again
      </ActionButton>
    </>
  )
}

/** For people outside the circle. `owner` is the first name of an owner who shows it. */
export function AskOwner({ circleId, invite, owner, asking }: AskOwnerProps) {
  const { state, left } = asking
  if (!isAskingOffered(state)) return null
  const here = withInvite(paths.circlePublic(circleId), invite)
  return (
    <Card className={styles.ask}>
      <h2>{owner === null ? 'Ask the owner' : `Ask ${isolate(owner)}`}</h2>
      <p className="small sub">An answered question stands on this page with your first name.</p>
      {state === 'sign_in' && (
        <p className="small">
          <Link className="text-link" to={loginFrom(here)}>
            Login
          </Link>{' '}
          or{' '}
          <Link className="text-link" to={signUpFor(here)}>
            Register
          </Link>{' '}
          to ask a question.
        </p>
      )}
      {state === 'confirm' && <ConfirmFirst />}
      {(state === 'open' || state === 'used_up') && (
        <Suspense fallback={<Bone height={220} radius={10} />}>
          <AskForm circleId={circleId} invite={invite} owner={owner} left={left} />
        </Suspense>
      )}
    </Card>
  )
}
