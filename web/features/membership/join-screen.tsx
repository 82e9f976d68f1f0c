import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { purchasePlans } from '#domain/arcs.ts'
import { circleQuery, holdingsQuery, myMembershipsQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { placeName } from '#web/api/places.ts'
import { useUser } from '#web/api/session.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { longToast } from '#web/ui/feedback/toast-durations.ts'
import { useStepHistory } from '#web/ui/form/step-history.ts'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { Stepper } from '#web/ui/layout/stepper.tsx'
import { ChooseStep } from './choose-step.tsx'
import { ConfirmStep, JoinFailure } from './confirm-step.tsx'
import { ExplainStep } from './explain-step.tsx'
import { useJoin } from './join.queries.ts'

const steps = ['How Circle Investments Work', 'Choose Your Investment', 'Confirm Your Investment']

export function JoinScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  return user && <Join key={id} circleId={id} user={user} />
}

function Join({ circleId, user }: { circleId: string; user: User }) {
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const invite = parameters.get('invite')
  const live = {
    circle: useSuspenseQuery(circleQuery(circleId, invite)).data,
    holdings: useSuspenseQuery(holdingsQuery(circleId, invite)).data,
  }
  useWatchCircle(circleId)
  const { data: memberships } = useQuery(myMembershipsQuery(user._id))
  const held = memberships?.find((membership) => membership.circle._id === circleId)?.investmentAmount ?? 0
  const join = useJoin(circleId, user._id, invite)
  // A live update of one's own purchase may arrive before its answer; until then the page must not change.
  const [confirmed, confirm] = useState<typeof live | null>(null)
  const { circle, holdings } = confirmed ?? live
  const [step, setStep] = useStepHistory(1)
  const [wanted, choose] = useState(1)
  const plans = purchasePlans(circle.openArcPrices.map((price, index) => ({ number: index + 1, price, isFree: true })))
  const chosen = plans[Math.min(wanted, plans.length) - 1] ?? null
  const isReduced = plans.length > 0 && wanted > plans.length

  // When others buy meanwhile, the amount is lowered to what is left, and a message says so.
  useEffect(() => {
    if (!isReduced) return
    choose(plans.length)
    toast.warning(`Someone else bought shares: ${plans.length} ${plans.length === 1 ? 'is' : 'are'} left. Your selection was reduced.`, {
      duration: longToast,
    })
  }, [isReduced, plans.length])

  const goTo = (next: number) => {
    setStep(next)
    join.reset()
  }
  const buy = (amount: number) => {
    confirm(live)
    join.mutate(
      { amount, currentInvestmentAmount: circle.currentInvestmentAmount + amount, charterVersion: circle.charter?.version },
      { onSuccess: () => void navigate(paths.circle(circleId), { replace: true }), onError: () => confirm(null) },
    )
  }
  const back = () => (step === 1 ? navigate(paths.circle(circleId)) : goTo(step - 1))
  const place = placeName(circle.location)
  // Nothing is left to confirm when others bought all shares.
  const shown = step === 3 && !chosen ? 2 : step
  return (
    <>
      <PageHeading subtitle={`${circle.title} · ${place}`}>{steps[shown - 1]}</PageHeading>
      <Stepper label="Steps to join" steps={steps} current={shown} numbered />
      {shown === 1 && <ExplainStep circle={circle} onBack={back} onNext={() => goTo(2)} />}
      {shown === 2 && (
        <>
          <JoinFailure error={join.error} />
          <ChooseStep
            circle={circle}
            holdings={holdings}
            plans={plans}
            chosen={chosen}
            onChoose={choose}
            onBack={back}
            onNext={() => goTo(3)}
          />
        </>
      )}
      {step === 3 && chosen && (
        <ConfirmStep
          circle={circle}
          holdings={holdings}
          chosen={chosen}
          held={held}
          // Busy until the circle’s page is open.
          purchase={{ isPending: join.isPending || join.isSuccess, error: join.error }}
          onJoin={() => buy(chosen.amount)}
          onBack={back}
        />
      )}
    </>
  )
}
