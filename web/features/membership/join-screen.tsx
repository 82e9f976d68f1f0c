import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useNavigationType, useParams, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import { arcsWords, purchasePlans } from '#domain/arcs.ts'
import { isolate } from '#domain/isolate.ts'
import { circleQuery, holdingsQuery, myMembershipsQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { placeName } from '#web/api/places.ts'
import { useUser } from '#web/api/session.ts'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { useStepHistory } from '#web/ui/form/step-history.ts'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { Stepper } from '#web/ui/layout/stepper.tsx'
import { ChooseStep } from './choose-step.tsx'
import { ConfirmStep, JoinFailure } from './confirm-step.tsx'
import { ExplainStep } from './explain-step.tsx'
import { useJoin } from './join.queries.tsx'

const steps = ['How Circle Investments Work', 'Choose Your Investment', 'Confirm Your Investment']

export function JoinScreen() {
  const { id = '' } = useParams()
  const user = useUser()
  return user && <Join key={id} circleId={id} user={user} />
}

/** Circles that were joined since the page was loaded, and whose steps may still lie ahead in the browser's history. */
const finished = new Set<string>()

/** Forward, or Back from another page, must not reopen the steps of a purchase that is done: it answers with the circle. */
function useFinishedSteps(circleId: string, arcs: number): boolean {
  const type = useNavigationType()
  const [isOver] = useState(() => type === 'POP' && finished.has(circleId))
  const isAnswered = isOver && arcs > 0
  useEffect(() => {
    if (!isOver) finished.delete(circleId)
  }, [isOver, circleId])
  useEffect(() => {
    if (isAnswered) toast.success(`You already hold ${arcsWords(arcs)} here. To take more, open Financials.`, { duration: longToast })
  }, [isAnswered, arcs])
  return isAnswered
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
  const own = memberships?.find((membership) => membership.circle._id === circleId)
  const held = own?.investmentAmount ?? 0
  const isFinished = useFinishedSteps(circleId, own?.arcs ?? 0)
  const join = useJoin(circleId, user._id, invite)
  // A live update of one's own purchase may arrive before its answer; until then the page must not change.
  const [confirmed, confirm] = useState<typeof live | null>(null)
  const { circle, holdings } = confirmed ?? live
  const [step, setStep, leave] = useStepHistory(1)
  const [wanted, choose] = useState(1)
  const plans = purchasePlans(circle.openArcPrices.map((price, index) => ({ number: index + 1, price, isFree: true })))
  const chosen = plans[Math.min(wanted, plans.length) - 1] ?? null
  const isReduced = plans.length > 0 && wanted > plans.length

  // When others buy meanwhile, the amount is lowered to what is left, and a message says so.
  useEffect(() => {
    if (!isReduced) return
    choose(plans.length)
    toast.warning(`Someone else bought arcs: ${plans.length} ${plans.length === 1 ? 'is' : 'are'} left. Your selection was reduced.`, {
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
      {
        amount,
        title: circle.title,
        currentInvestmentAmount: circle.currentInvestmentAmount + amount,
        charterVersion: circle.charter?.version,
      },
      {
        onSuccess: () => {
          finished.add(circleId)
          leave(paths.circle(circleId))
        },
        onError: () => confirm(null),
      },
    )
  }
  if (isFinished) return <Navigate to={paths.circle(circleId)} replace />
  const back = () => (step === 1 ? navigate(paths.circle(circleId)) : goTo(step - 1))
  const place = placeName(circle.location)
  // Nothing is left to confirm when others bought all shares.
  const shown = step === 3 && !chosen ? 2 : step
  return (
    <>
      <PageHeading subtitle={`${isolate(circle.title)} · ${place}`}>{steps[shown - 1]}</PageHeading>
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
