import '#web/ui/facts.css'
import { placeName } from '#web/api/places.ts'
import './join.css'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { purchasePlans } from '#domain/arcs.ts'
import { circleQuery, holdingsQuery } from '#web/api/circles.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { StepBars } from '#web/ui/step-bars.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ChooseStep } from './choose-step.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { ExplainStep } from './explain-step.tsx'

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
  const { data: circle } = useSuspenseQuery(circleQuery(circleId, invite))
  const { data: holdings } = useSuspenseQuery(holdingsQuery(circleId, invite))
  useWatchCircle(circleId)
  const [step, setStep] = useState(1)
  const [wanted, choose] = useState(1)
  const plans = purchasePlans(circle.openArcPrices.map((price, index) => ({ number: index + 1, price, isFree: true })))
  const chosen = plans[Math.min(wanted, plans.length) - 1] ?? null
  const isReduced = plans.length > 0 && wanted > plans.length

  // Someone else bought meanwhile: what no longer fits becomes what is left, and the person is told.
  useEffect(() => {
    if (!isReduced) return
    choose(plans.length)
    toast.warning(`Someone else bought shares: ${plans.length} ${plans.length === 1 ? 'is' : 'are'} left. Your selection was reduced.`, {
      duration: 5_000,
    })
  }, [isReduced, plans.length])

  const goTo = (next: number) => {
    setStep(next)
    window.scrollTo({ top: 0 })
  }
  const back = () => (step === 1 ? navigate(paths.circle(circleId)) : goTo(step - 1))
  const place = placeName(circle.location)
  return (
    <>
      <PageHeading subtitle={`${circle.title} · ${place}`}>{steps[step - 1]}</PageHeading>
      <StepBars label="Steps to join" steps={steps} current={step} numbered />
      {step === 1 && <ExplainStep circle={circle} onBack={back} onNext={() => goTo(2)} />}
      {step === 2 && (
        <ChooseStep
          circle={circle}
          holdings={holdings}
          plans={plans}
          chosen={chosen}
          onChoose={choose}
          onBack={back}
          onNext={() => goTo(3)}
        />
      )}
      {step === 3 && chosen && (
        <ConfirmStep circle={circle} holdings={holdings} chosen={chosen} user={user} invite={invite} onBack={back} />
      )}
      {step === 3 && !chosen && (
        <ChooseStep
          circle={circle}
          holdings={holdings}
          plans={plans}
          chosen={chosen}
          onChoose={choose}
          onBack={back}
          onNext={() => goTo(3)}
        />
      )}
    </>
  )
}
