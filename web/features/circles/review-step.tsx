import type { ReactNode } from 'react'
import { type Criterion, criterionText, withValues } from '#domain/criteria.ts'
import type { Rules } from '#domain/outcome.ts'
import { placeName } from '#web/api/places.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Card, CardHeader } from '#web/ui/layout/card.tsx'
import factsStyles from '#web/ui/layout/facts.module.css'
import type { CircleDraft } from './circle-draft.ts'
import styles from './circle-wizard.module.css'
import { DraftRing, type OthersPart } from './draft-ring.tsx'
import { ReviewRules } from './review-rules.tsx'

type Section = { readonly title: string; readonly step: number; readonly rows: readonly (readonly [string, ReactNode])[] }

const criteriaOf = ({ criteria }: CircleDraft, step: Criterion['step']) =>
  withValues(criteria)
    .filter((criterion) => criterion.step === step)
    .map((criterion) => [criterion.label, criterionText(criterion)] as const)

function sectionsOf(draft: CircleDraft): Section[] {
  return [
    {
      title: 'Basics',
      step: 0,
      rows: [
        ['Title', draft.title],
        ['Description', draft.description],
        ['Visibility', draft.hideCircle ? 'Private: members and invited people' : 'Everyone'],
      ],
    },
    {
      title: 'Location',
      step: 1,
      rows: [
        ['City', placeName(draft.place)],
        ['Radius', `${draft.radius} miles`],
      ],
    },
    {
      title: 'Property',
      step: 2,
      rows: criteriaOf(draft, 'PROPERTY'),
    },
    {
      title: 'Financial',
      step: 3,
      rows: [['Minimum share size', draft.shareSize ?? ''], ...criteriaOf(draft, 'FINANCIAL')],
    },
  ]
}

type ReviewStepProps = {
  draft: CircleDraft
  onEdit: (step: number) => void
  /** Only for a new circle: later changes are made on the member page, where members are notified. */
  onRules?: ((rules: Rules) => void) | undefined
  others?: OthersPart | undefined
}

export function ReviewStep({ draft, onEdit, onRules, others }: ReviewStepProps) {
  return (
    <div className={styles.columns}>
      <Card className={styles.form}>
        {sectionsOf(draft).map((section) => (
          <section key={section.title}>
            <CardHeader
              title={section.title}
              aside={
                <ActionButton variant="subtle" onClick={() => onEdit(section.step)} aria-label={`Edit ${section.title}`}>
                  Edit
                </ActionButton>
              }
            />
            <dl className={`${factsStyles.root} ${styles.reviewFacts}`}>
              {section.rows.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {onRules && <ReviewRules rules={draft.rules} onChange={onRules} />}
        <p className="small sub">Creating the circle records your commitment. No payment is taken.</p>
      </Card>
      <DraftRing draft={draft} others={others} />
    </div>
  )
}
