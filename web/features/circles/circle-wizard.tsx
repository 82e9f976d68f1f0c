import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Circle, circleReply } from '#contract/circles.ts'
import type { membershipReply } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { isStepValid, stepNeeds, wizardSteps } from '#domain/circle-form.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { ApiError, api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { useStepHistory } from '#web/ui/form/step-history.ts'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { Stepper } from '#web/ui/layout/stepper.tsx'
import { StepRing } from '#web/ui/ring/step-ring.tsx'
import { type CircleDraft, toRequest, useSavedDraft } from './circle-draft.ts'
import styles from './circle-wizard.module.css'
import type { OthersPart } from './draft-ring.tsx'
import { FinancialStep } from './financial-step.tsx'
import { BasicsStep, LocationStep, PropertyStep } from './first-steps.tsx'
import { ReviewStep } from './review-step.tsx'

type WizardProps = { userId: string; initial: CircleDraft; circle?: Circle }

function useSaveCircle(userId: string, circle: Circle | undefined) {
  const cache = useCache()
  return useMutation({
    mutationFn: async (draft: CircleDraft) => {
      const body = toRequest(draft)
      if (circle) return api.put<typeof circleReply>(`app/circle/${circle._id}`, { ...body, updatedAt: circle.updatedAt }, { quiet: true })
      const created = await api.post<typeof circleReply>('app/circle', { ...body, rules: draft.rules, createdBy: userId }, { quiet: true })
      // The owner's membership was created with the circle; this call reads it.
      const owner = { circle: created._id, user: userId, isOwner: true, investmentAmount: draft.ownerAmount }
      await api.post<typeof membershipReply>('app/circle-membership-owner', owner, { quiet: true })
      return created
    },
    onSuccess: ({ _id }) => cache.invalidate(circle ? acts.circleEdited(_id) : acts.circleCreated(_id)),
  })
}

const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return 'Something went wrong'
  return error.fields[0]?.message ?? error.message
}

/** Shares held by other members are not available to the owner. */
const othersOf = (circle: Circle | undefined): OthersPart | undefined =>
  circle && circle.memberCount > 1
    ? {
        amount: circle.currentInvestmentAmount - (circle.investmentCriteria.ownerInvestmentAmount ?? 0),
        openPrices: circle.openArcPrices,
      }
    : undefined

/** The first step without a valid answer, or the last step. */
function firstOpenStep(draft: CircleDraft): number {
  const open = wizardSteps.findIndex((name) => !isStepValid(name, toRequest(draft)))
  return open === -1 ? wizardSteps.length - 1 : open
}

export function CircleWizard({ userId, initial, circle }: WizardProps) {
  const navigate = useNavigate()
  const saved = useSavedDraft(circle ? `change-circle:${userId}:${circle._id}` : `create-circle:${userId}`, initial)
  const { draft, change, discard } = saved
  const [step, goTo, leave] = useStepHistory(saved.step, firstOpenStep(draft))
  const save = useSaveCircle(userId, circle)
  const name = wizardSteps[step] ?? 'BASICS'
  const others = othersOf(circle)
  const isLast = step === wizardSteps.length - 1
  // Until the circle's page is open: a second press would create a second circle.
  const isBusy = save.isPending || save.isSuccess
  const move = (next: number) => {
    saved.saveStep(next)
    goTo(next)
  }
  const back = () => {
    if (step > 0) return move(step - 1)
    discard()
    void navigate(circle ? paths.circle(circle._id) : paths.findCircles)
  }
  const finish = () =>
    save.mutate(draft, {
      onSuccess: (saved) => {
        discard()
        if (!circle) toast.success('Your circle is created', { duration: longToast })
        leave(paths.circle(saved._id))
      },
    })
  const props = { draft, change }
  const needs = stepNeeds(name, toRequest(draft))
  return (
    <>
      <PageHeading>{circle ? 'Edit Circle' : 'Create Circle'}</PageHeading>
      <div className={styles.progress}>
        <StepRing step={step + 1} total={wizardSteps.length} />
        <Stepper label="Steps" steps={wizardSteps} current={step + 1} />
      </div>
      {name === 'BASICS' && <BasicsStep {...props} />}
      {name === 'LOCATION' && <LocationStep {...props} />}
      {name === 'PROPERTY' && <PropertyStep {...props} />}
      {name === 'FINANCIAL' && <FinancialStep {...props} isLocked={others !== undefined} others={others} />}
      {name === 'REVIEW' && (
        <ReviewStep draft={draft} onEdit={move} onRules={circle ? undefined : (rules) => change({ rules })} others={others} />
      )}
      {save.isError && (
        <div role="alert">
          <FieldMessage>{messageOf(save.error)}</FieldMessage>
        </div>
      )}
      <div className={styles.actions}>
        <ActionButton variant="outline" onClick={back} disabled={isBusy}>
          {step === 0 ? 'Cancel' : 'Back'}
        </ActionButton>
        {isLast ? (
          <ActionButton onClick={finish} loading={isBusy}>
            {circle ? 'Save Changes' : 'Create Circle'}
          </ActionButton>
        ) : (
          <ActionButton onClick={() => move(step + 1)} disabled={needs !== undefined} aria-describedby={needs ? 'wizard-needs' : undefined}>
            Next
          </ActionButton>
        )}
        {needs && (
          <p id="wizard-needs" className={`small sub ${styles.needs}`}>
            {needs}
          </p>
        )}
      </div>
    </>
  )
}
