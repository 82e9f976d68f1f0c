import type { Membership } from '#contract/membership.ts'
import { longestDescription, longestTitle } from '#domain/circle-form.ts'
import { geographicRadius } from '#domain/criteria.ts'
import { formerMember, fullName } from '#domain/person.ts'
import { PlaceField } from '#web/shared/place/place-field.tsx'
import { SearchDropdown } from '#web/ui/fields/search-dropdown.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { SliderField } from '#web/ui/fields/slider-field.tsx'
import { TextAreaField } from '#web/ui/fields/text-area-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import type { SubmitForm } from '#web/ui/form/use-submit-form.tsx'
import { searchOwners } from './circle.queries.ts'
import styles from './circle-form.module.css'
import type { CircleValues } from './circle-form-values.ts'

type DetailFieldsProps = {
  form: SubmitForm<CircleValues>
  /** null for a new circle. */
  members: readonly Membership[] | null
}

export function DetailFields({ form, members }: DetailFieldsProps) {
  return (
    <>
      <ToggleField label="Hidden" description="A hidden circle is shown to its members and brokers alone." {...form.field('hideCircle')} />
      <TextField label="Title" required maxLength={longestTitle} {...form.field('title')} />
      <TextAreaField label="Description" rows={5} maxLength={longestDescription} {...form.field('description')} />
      <div className={styles.two}>
        <PlaceField
          label="City"
          required
          place={form.values.location}
          error={form.errorOf('location')}
          onChange={(location) => form.set({ location })}
        />
        <OwnerField form={form} members={members} />
      </div>
      <SliderField
        label="Geographic radius"
        min={geographicRadius.min}
        max={geographicRadius.max}
        step={geographicRadius.step}
        value={form.values.geographicRadius}
        onChange={(miles) => form.set({ geographicRadius: miles })}
        format={(miles) => `${miles} miles`}
        ends={['0 miles', '100 miles']}
        error={form.errorOf('geographicRadius')}
      />
    </>
  )
}

/** A new circle can have any owner; an existing one only one of its members. */
function OwnerField({ form, members }: DetailFieldsProps) {
  const { owner } = form.values
  if (members === null) {
    return (
      <SearchDropdown
        label="Owner"
        placeholder="You, or search for an investor"
        search={searchOwners}
        value={owner?.text ?? ''}
        error={form.errorOf('owner')}
        onChoose={(chosen) => form.set({ owner: chosen })}
      />
    )
  }
  const options = members.flatMap(({ user }) => (user?._id ? [{ value: user._id, text: fullName(user) || formerMember }] : []))
  return (
    <SelectField
      label="Owner"
      nullText={null}
      options={options}
      value={owner?.value ?? ''}
      disabled={options.length < 2}
      error={form.errorOf('owner')}
      onChange={(value) => form.set({ owner: options.find((option) => option.value === value) ?? null })}
    />
  )
}
