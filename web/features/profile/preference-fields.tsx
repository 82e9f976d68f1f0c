import { investmentRange, preferredCriteria, preferredRadius } from '#domain/criteria.ts'
import { formatMoney } from '#domain/money.ts'
import { PlaceField } from '#web/shared/place/place-field.tsx'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import { RangeSliderField } from '#web/ui/fields/range-slider-field.tsx'
import { SliderField } from '#web/ui/fields/slider-field.tsx'
import type { SubmitForm } from '#web/ui/form/use-submit-form.tsx'
import type { PreferenceValues } from './preferences.ts'

const miles = (value: number) => (value === 1 ? '1 mile' : `${value} miles`)

export function PreferenceFields<Values extends PreferenceValues>({ form }: { form: SubmitForm<Values> }) {
  const { location, radius, range } = form.values
  // A form may have more fields; these are always among them.
  const set = (change: Partial<PreferenceValues>) => form.set(change as Partial<Values>)
  return (
    <>
      <PlaceField
        label="Location"
        name="location"
        place={location}
        onChange={(place) => set({ location: place })}
        error={form.errorOf('location')}
      />
      <SliderField
        label="Preferred investment radius"
        value={radius}
        onChange={(value) => set({ radius: value })}
        min={preferredRadius.min}
        max={preferredRadius.max}
        step={preferredRadius.step}
        format={miles}
        ends={[miles(preferredRadius.min), miles(preferredRadius.max)]}
        error={form.errorOf('radius')}
      />
      <RangeSliderField
        label="Property investment range"
        value={range}
        onChange={(value) => set({ range: value })}
        {...investmentRange}
        format={formatMoney}
        ends={[formatMoney(investmentRange.min), formatMoney(investmentRange.max)]}
        error={form.errorOf('range')}
      />
      {preferredCriteria.map(({ key, label, choices }) => (
        <ChoicePills
          key={key}
          legend={label}
          choices={choices.map((choice) => ({ value: choice.value, label: choice.text }))}
          values={form.values[key]}
          onChange={(values) => set({ [key]: values } as Partial<PreferenceValues>)}
          error={form.errorOf(key)}
        />
      ))}
    </>
  )
}
