import type { Circle, circleReply } from '#contract/circles.ts'
import type { Membership } from '#contract/membership.ts'
import { paths } from '#contract/paths.ts'
import { adminCircleProblems } from '#domain/circle-form.ts'
import { isVersionConflict } from '#web/api/api-error.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { api } from '#web/api/client.ts'
import { acts } from '#web/api/facts.ts'
import { backToList } from '#web/shared/lists/last-list.ts'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { useReloadChoice } from '#web/ui/form/reload-choice.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import styles from './circle-form.module.css'
import { CriteriaFields } from './circle-form-criteria.tsx'
import { DetailFields } from './circle-form-details.tsx'
import { type CircleValues, newCircle, toChange, toRequest, valuesOf } from './circle-form-values.ts'

type CircleFormProps = {
  /** Absent for a new circle. */
  edited?: { readonly circle: Circle; readonly members: readonly Membership[] }
  onReload: () => void
}

export function CircleForm({ edited, onReload }: CircleFormProps) {
  const cache = useCache()
  const reload = useReloadChoice(isVersionConflict, onReload)
  const initial = edited ? valuesOf(edited.circle, edited.members) : newCircle
  const save = (values: CircleValues) =>
    edited
      ? api.put<typeof circleReply>(
          `admin/circle/${edited.circle._id}`,
          { ...toChange(initial, values), updatedAt: edited.circle.updatedAt },
          {
            quiet: true,
          },
        )
      : api.post<typeof circleReply>('admin/circle/new', toRequest(values), { quiet: true })
  const form = useSubmitForm<CircleValues, Circle>({
    initialValues: initial,
    check: (values) => adminCircleProblems(toRequest(values)),
    submit: (values) => reload.watch(save(values)),
    onSuccess: ({ _id }) => void cache.invalidate(edited ? acts.circleEdited(_id) : acts.circleCreated(_id)),
    redirect: backToList('managedCircles', paths.adminCircles).to,
  })
  return (
    <div className={styles.page}>
      {edited ? (
        <BackButton to={paths.adminCircle(edited.circle._id)} />
      ) : (
        <BackButton label="Back to Circles" {...backToList('managedCircles', paths.adminCircles)} />
      )}
      <PageHeading {...(edited && { subtitle: edited.circle.title })}>{edited ? 'Edit Circle' : 'Create New Circle'}</PageHeading>
      <form className={styles.root} {...form.formProps}>
        <Card className={styles.card}>
          <h2>Circle details</h2>
          <DetailFields form={form} members={edited?.members ?? null} />
        </Card>
        <Card className={styles.card}>
          <h2>Investment criteria</h2>
          <CriteriaFields form={form} isLocked={edited !== undefined && edited.circle.memberCount > 1} />
        </Card>
        <SubmitButton status={form.status} message={form.message} />
      </form>
      {reload.dialog}
    </div>
  )
}
