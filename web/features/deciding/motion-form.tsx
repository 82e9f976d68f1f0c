import { useState } from 'react'
import type { Motion } from '#contract/motions.ts'
import { paths } from '#contract/paths.ts'
import { type FormKind, formKinds, kindOf, longestMotionDays, textLength, titleLength } from '#domain/motion-kinds.ts'
import { leftOutByProposing } from '#domain/motions.ts'
import { durationWords } from '#domain/notice-period.ts'
import { sameRules } from '#domain/outcome.ts'
import { useCache } from '#web/api/cache-rules.ts'
import { acts } from '#web/api/facts.ts'
import { DraftNote, useFormDraft, useSaveDraft } from '#web/shared/draft/use-form-draft.tsx'
import { DateTimeField } from '#web/shared/time/date-time-field.tsx'
import { RulesFields, useRulesDraft } from '#web/shared/vote/rules-fields.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { ChoiceTiles } from '#web/ui/fields/choice-tiles.tsx'
import { CountedTextArea } from '#web/ui/fields/counted-text-area.tsx'
import { FieldMessage } from '#web/ui/fields/field-message.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { useNavigateFromHere } from '#web/ui/form/use-navigate-from-here.ts'
import { useSubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { SideColumns } from '#web/ui/layout/side-columns.tsx'
import { DocumentsField } from './documents-field.tsx'
import { GoodToKnow } from './good-to-know.tsx'
import { formOf, motionProblems, proposalOf, valuesOf } from './motion-fields.tsx'
import styles from './motion-form.module.css'
import { KindIcon } from './motion-kinds.tsx'
import { type MotionBasis, sendProposal } from './motions.queries.ts'
import { RuleCard } from './rule-card.tsx'

type MotionFormProps = {
  circleId: string
  userId: string
  /** As it was when the form was opened, so that the rule does not change under the reader's hands. */
  basis: MotionBasis
  /** What the reader may propose. */
  kinds: readonly FormKind[]
  kind: FormKind
  /** Of the book, to be reopened. */
  month?: string | null
  /** The motion that is changed, or whose place the new one takes. */
  given?: { readonly motion: Motion; readonly isChange: boolean } | undefined
}

export function MotionForm({ circleId, userId, basis, kinds, kind, month = null, given }: MotionFormProps) {
  const { noticeSeconds } = basis
  const navigate = useNavigateFromHere()
  const cache = useCache()
  const [initial] = useState(() => valuesOf({ kind, month }, basis, given?.motion))
  const facts = given?.motion.facts
  const [initialRules] = useState(facts?.kind === 'rules' ? facts.rules : basis.rules)
  const kept = useFormDraft(
    // A new one of each kind, because links choose a kind.
    `motion:${userId}:${circleId}:${given?.motion._id ?? [kind, month].filter(Boolean).join(':')}`,
    { values: initial, rules: initialRules },
    given && JSON.stringify(initial),
  )
  const draft = useRulesDraft(kept.values.rules)
  const [isTried, setTried] = useState(false)
  const rulesProblem =
    draft.wanted === null
      ? 'Please check the numbers above'
      : sameRules(draft.wanted, basis.rules)
        ? 'These are the rules that the circle has now.'
        : null
  const form = useSubmitForm({
    initialValues: { ...initial, ...kept.values.values, ...(kinds.includes(kept.values.values.kind) ? {} : { kind: initial.kind }) },
    check: (values) => [
      ...motionProblems(values, Date.now(), noticeSeconds),
      ...(values.kind === 'rules' && rulesProblem ? [{ field: 'kind', message: rulesProblem }] : []),
    ],
    submit: (values) =>
      sendProposal(
        circleId,
        given?.isChange ? given.motion._id : undefined,
        proposalOf(values, draft.wanted ?? basis.rules, given && !given.isChange ? given.motion._id : null),
      ),
    onSuccess: async (motion) => {
      await cache.invalidate(acts.motionProposed(circleId))
      toast.success(given?.isChange ? 'Your motion was changed.' : 'Your motion is open. Everyone is told.', { duration: longToast })
      return navigate(paths.circleMotion(circleId, motion._id), { replace: true })
    },
  })
  const { values } = form
  useSaveDraft(kept, { values, rules: draft.wanted ?? initialRules }, form.status)
  const Fields = formOf(values.kind).fields
  const shownRulesProblem = values.kind === 'rules' && isTried ? rulesProblem : null
  return (
    <form
      className={styles.form}
      {...form.formProps}
      onSubmit={(event) => {
        setTried(true)
        form.formProps.onSubmit(event)
      }}
    >
      <SideColumns
        main={
          <>
            <DraftNote
              draft={kept}
              onDiscard={() => {
                form.set(initial)
                draft.setDraft(initialRules)
              }}
            />
            {!given?.isChange && (
              <Card className={styles.kinds}>
                <h2>What is it about?</h2>
                <ChoiceTiles
                  legend="What is it about?"
                  hideLegend
                  layout="kinds"
                  columns={4}
                  choices={formKinds.flatMap((each) => {
                    const why = basis.notNow.find((refused) => refused.kind === each)?.why
                    if (why === undefined && !kinds.includes(each)) return []
                    const choice = { value: each, label: kindOf(each).label, icon: <KindIcon kind={each} /> }
                    return [why === undefined ? choice : { ...choice, detail: why, isDisabled: true }]
                  })}
                  value={values.kind}
                  onChange={(value) => form.set({ kind: value as FormKind })}
                />
              </Card>
            )}
            <Card className={styles.motion}>
              <h2>The motion</h2>
              <div className={styles.fields}>
                <div data-wide>
                  <TextField label="Title" required maxLength={titleLength} autoComplete="off" {...form.field('title')} />
                </div>
                <div data-wide>
                  <CountedTextArea
                    label="Text"
                    description="Say what is to be done, why now, and what else you looked at."
                    required
                    rows={5}
                    maxLength={textLength}
                    {...form.field('text')}
                  />
                </div>
                {Fields && <Fields form={form} basis={basis} userId={userId} isChange={given?.isChange ?? false} />}
                {values.kind === 'rules' && (
                  <div data-wide className={styles.rules}>
                    <RulesFields {...draft} />
                    {shownRulesProblem && <FieldMessage>{shownRulesProblem}</FieldMessage>}
                  </div>
                )}
                <DocumentsField circleId={circleId} form={form} given={given?.motion.documents ?? []} />
                <DateTimeField
                  label="Closes"
                  required
                  description={`By your own clock, from ${durationWords(noticeSeconds)} to ${durationWords(longestMotionDays * noticeSeconds)} ahead`}
                  {...form.field('closesAt')}
                />
              </div>
            </Card>
            <div className={styles.buttons}>
              <ActionButton
                variant="outline"
                to={given ? paths.circleMotion(circleId, given.motion._id) : paths.circleMotions(circleId)}
                onClick={kept.draft.discard}
              >
                Cancel
              </ActionButton>
              <SubmitButton label={given?.isChange ? 'Save motion' : 'Make motion'} status={form.status} message={form.message} />
            </div>
          </>
        }
        side={
          <>
            <RuleCard
              basis={basis}
              kind={values.kind}
              conflicted={leftOutByProposing(values, userId) ?? (values.kind === 'let_go' ? values.member : null)}
              member={values.member}
            />
            <GoodToKnow others={basis.holders.filter(({ _id }) => _id !== userId).length} noticeSeconds={noticeSeconds} />
          </>
        }
      />
    </form>
  )
}
