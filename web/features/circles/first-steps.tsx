import {
  type InvestmentPurpose,
  investmentPurposes,
  type PropertyCondition,
  type PropertyType,
  propertyConditions,
  propertyTypes,
} from '#domain/choices.ts'
import { longestDescription, longestTitle } from '#domain/circle-form.ts'
import { geographicRadius, investmentRange, roomLabel, roomRange } from '#domain/criteria.ts'
import { formatMoney } from '#domain/money.ts'
import { PlaceField } from '#web/shared/place/place-field.tsx'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import { RangeSliderField } from '#web/ui/fields/range-slider-field.tsx'
import { SliderField } from '#web/ui/fields/slider-field.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import styles from './circle-wizard.module.css'
import type { StepProps } from './circle-wizard.tsx'

const pills = (list: readonly { readonly value: string; readonly text: string }[]) =>
  list.map(({ value, text }) => ({ value, label: text }))

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

const rooms = { min: roomRange.min, max: roomRange.max, step: roomRange.step, format: roomLabel, ends: ['1', '5+'] as const }

export function PropertyStep({ draft, change }: StepProps) {
  return (
    <Card className={styles.form}>
      <h2>What kind of property?</h2>
      <ChoicePills
        legend="Property types"
        required
        choices={pills(propertyTypes)}
        values={draft.propertyTypes}
        onChange={(values) => change({ propertyTypes: values as PropertyType[] })}
      />
      <ChoicePills
        legend="Property condition"
        choices={pills(propertyConditions)}
        values={draft.propertyCondition}
        onChange={(values) => change({ propertyCondition: values as PropertyCondition[] })}
      />
      <ChoicePills
        legend="Investment purpose"
        choices={pills(investmentPurposes)}
        values={draft.investmentPurpose}
        onChange={(values) => change({ investmentPurpose: values as InvestmentPurpose[] })}
      />
      <div className={styles.two}>
        <RangeSliderField label="Bedrooms" {...rooms} value={draft.bedrooms} onChange={(bedrooms) => change({ bedrooms })} />
        <RangeSliderField label="Bathrooms" {...rooms} value={draft.bathrooms} onChange={(bathrooms) => change({ bathrooms })} />
      </div>
      <RangeSliderField
        label="Property investment range"
        min={investmentRange.min}
        max={investmentRange.max}
        step={investmentRange.step}
        value={draft.priceRange}
        onChange={(priceRange) => change({ priceRange })}
        format={(value) => (value >= investmentRange.max ? 'any' : formatMoney(value))}
        ends={[formatMoney(investmentRange.min), 'any']}
      />
    </Card>
  )
}
