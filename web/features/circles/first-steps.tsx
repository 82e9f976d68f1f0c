import { longestDescription, longestTitle } from '#domain/circle-form.ts'
import { geographicRadius } from '#domain/criteria.ts'
import { CriterionFields } from '#web/shared/circle/criterion-fields.tsx'
import { PlaceField } from '#web/shared/place/place-field.tsx'
import { SliderField } from '#web/ui/fields/slider-field.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import type { StepProps } from './circle-draft.ts'
import styles from './circle-wizard.module.css'

export function BasicsStep({ draft, change }: StepProps) {
  return (
    <Card className={styles.form}>
      <h2>What is your circle about?</h2>
      <TextField label="Title" required maxLength={longestTitle} value={draft.title} onChange={(title) => change({ title })} />
      <TextAreaField
        label="Description"
        required
        rows={6}
        maxLength={longestDescription}
        description="What you look for, and what you would like your members to know."
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <ToggleField
        label="Private circle"
        description="Only its members, their brokers and people you invite can see it. It is not in Find Circles. You can show it again at any time."
        value={draft.hideCircle}
        onChange={(hideCircle) => change({ hideCircle })}
      />
    </Card>
  )
}

export function LocationStep({ draft, change }: StepProps) {
  return (
    <Card className={styles.form}>
      <h2>Where do you want to invest?</h2>
      <PlaceField label="City" required place={draft.place} onChange={(place) => change({ place })} />
      <SliderField
        label="Geographic radius"
        min={geographicRadius.min}
        max={geographicRadius.max}
        step={geographicRadius.step}
        value={draft.radius}
        onChange={(radius) => change({ radius })}
        format={(miles) => `${miles} miles`}
        ends={['0 miles', '100 miles']}
      />
    </Card>
  )
}

export function PropertyStep({ draft: { criteria }, change }: StepProps) {
  return (
    <Card className={styles.form}>
      <h2>What kind of property?</h2>
      <div className={styles.two}>
        <CriterionFields step="PROPERTY" values={criteria} onChange={(answer) => change({ criteria: { ...criteria, ...answer } })} />
      </div>
    </Card>
  )
}
