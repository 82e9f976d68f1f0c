import {
  filterPropertyTypes,
  filterPropertyTypeValues,
  investmentPurposes,
  investmentPurposeValues,
  ownershipStructures,
  ownershipStructureValues,
  propertyConditions,
  propertyConditionValues,
} from '#domain/choices.ts'
import { roomLabel, roomRange, targetRange } from '#domain/criteria.ts'
import { formatMoney } from '#domain/money.ts'
import type { CircleFilter } from '#domain/search.ts'
import { targetLimitsOf } from '#domain/search-url.ts'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import { PickListField } from '#web/ui/fields/pick-list-field.tsx'
import { RangeSliderField } from '#web/ui/fields/range-slider-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import styles from './find-circles.module.css'
import { KeywordField } from './keyword-field.tsx'
import { useDebouncedSlider } from './use-debounced-slider.ts'

type FilterProps = { filter: CircleFilter; onChange: (filter: CircleFilter) => void }
/** `onType`: for changes while typing, which add no history entry. */
type AdvancedFiltersProps = FilterProps & { onType: (filter: CircleFilter) => void }

/** An empty filter is left out, so that equal searches have the same URL. */
function changed<Key extends keyof CircleFilter>(filter: CircleFilter, key: Key, value: CircleFilter[Key]): CircleFilter {
  const { [key]: _before, ...rest } = filter
  const isNothing = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isNothing ? rest : { ...rest, [key]: value }
}

const known = <Value extends string>(values: readonly Value[], chosen: readonly string[]): Value[] =>
  values.filter((value) => chosen.includes(value))

const formatLimit = (amount: number) => (amount >= targetRange.max ? `${formatMoney(amount)}+` : formatMoney(amount))

type Range = readonly [number, number]
const isSameRange = (a: Range, b: Range) => a[0] === b[0] && a[1] === b[1]

function TargetField({ filter, onChange }: FilterProps) {
  const { minTarget, maxTarget, ...rest } = filter
  const slider = useDebouncedSlider<Range>([minTarget ?? targetRange.min, maxTarget ?? targetRange.max], isSameRange, ([from, to]) =>
    onChange({ ...rest, ...targetLimitsOf(from, to) }),
  )
  return (
    <RangeSliderField
      label="Investment target range"
      {...slider}
      min={targetRange.min}
      max={targetRange.max}
      step={targetRange.step}
      format={formatLimit}
    />
  )
}

const roomChoices = Array.from({ length: roomRange.max }, (_, index) => ({ value: String(index + 1), text: roomLabel(index + 1) }))

function RoomsField({
  label,
  rooms,
  onChange,
}: {
  label: string
  rooms: number | undefined
  onChange: (rooms: number | undefined) => void
}) {
  return (
    <SelectField
      label={label}
      options={roomChoices}
      value={rooms === undefined ? nullValue : String(rooms)}
      onChange={(value) => onChange(value === nullValue ? undefined : Number(value))}
    />
  )
}

export function AdvancedFilters({ filter, onChange, onType }: AdvancedFiltersProps) {
  const set = <Key extends keyof CircleFilter>(key: Key, value: CircleFilter[Key]) => onChange(changed(filter, key, value))
  return (
    <div className={styles.filterAdvanced}>
      <div className={styles.filterTypes}>
        <ChoicePills
          legend="Property types"
          choices={filterPropertyTypes.map(({ value, text }) => ({ value, label: text }))}
          values={filter.propertyTypes ?? []}
          onChange={(values) => set('propertyTypes', known(filterPropertyTypeValues, values))}
        />
      </div>
      <TargetField filter={filter} onChange={onChange} />
      <PickListField
        label="Property condition"
        options={propertyConditions}
        values={filter.propertyCondition ?? []}
        onChange={(values) => set('propertyCondition', known(propertyConditionValues, values))}
      />
      <PickListField
        label="Investment purpose"
        options={investmentPurposes}
        values={filter.investmentPurpose ?? []}
        onChange={(values) => set('investmentPurpose', known(investmentPurposeValues, values))}
      />
      <PickListField
        label="Ownership structure"
        options={ownershipStructures}
        values={filter.ownershipStructure ?? []}
        onChange={(values) => set('ownershipStructure', known(ownershipStructureValues, values))}
      />
      <RoomsField label="Bedrooms" rooms={filter.bedrooms} onChange={(rooms) => set('bedrooms', rooms)} />
      <RoomsField label="Bathrooms" rooms={filter.bathrooms} onChange={(rooms) => set('bathrooms', rooms)} />
      <div className={styles.filterKeywords}>
        <KeywordField text={filter.q ?? ''} onChange={(text) => onType(changed(filter, 'q', text))} />
      </div>
    </div>
  )
}
