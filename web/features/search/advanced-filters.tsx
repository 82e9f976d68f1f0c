import { useState } from 'react'
import { type Filtered, filteredCriteria, roomNumbers, targetRange } from '#domain/criteria.ts'
import { formatMoney } from '#domain/money.ts'
import type { CircleFilter } from '#domain/search.ts'
import { emptySearch, targetLimitsOf, writeSearch } from '#domain/search-url.ts'
import { ChoicePills } from '#web/ui/fields/choice-pills.tsx'
import { PickListField } from '#web/ui/fields/pick-list-field.tsx'
import { RangeSliderField } from '#web/ui/fields/range-slider-field.tsx'
import { nullValue, SelectField } from '#web/ui/fields/select-field.tsx'
import { ArcFilters } from './arc-filters.tsx'
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

type CriterionFieldProps = {
  criterion: Filtered
  value: string | number | readonly string[] | undefined
  onChange: (value: unknown) => void
}

function CriterionFilterField({ criterion, value, onChange }: CriterionFieldProps) {
  if (criterion.kind === 'list') {
    const values = [value ?? []].flat().map(String)
    // In the order of the choices, so that equal searches have the same URL.
    const select = (chosen: readonly string[]) =>
      onChange(criterion.choices.map((choice) => choice.value).filter((each) => chosen.includes(each)))
    if (criterion.key !== 'propertyTypes')
      return <PickListField label={criterion.label} options={criterion.choices} values={values} onChange={select} />
    const choices = criterion.choices.map((choice) => ({ value: choice.value, label: choice.text }))
    return <ChoicePills legend={criterion.label} choices={choices} values={values} onChange={select} />
  }
  return (
    <SelectField
      label={criterion.label}
      options={roomNumbers.map((rooms) => ({ value: String(rooms), text: criterion.stopText(rooms) }))}
      value={value === undefined ? nullValue : String(value)}
      onChange={(chosen) => onChange(chosen === nullValue ? undefined : Number(chosen))}
    />
  )
}

/** The same search has the same address. */
const addressOf = (filter: CircleFilter): string => JSON.stringify(writeSearch({ ...emptySearch, filter }))

/**
 * The filter as it was last changed: the address follows a little later, and the next change must not lose it. Changes that arrive one after the
 * other are waited for up to the last one; what arrives and was not wanted here, such as a filter that was removed elsewhere, ends the waiting.
 */
function useWanted({ filter: arrived, onChange, onType }: AdvancedFiltersProps): AdvancedFiltersProps {
  const [before, setBefore] = useState(arrived)
  const [wanted, setWanted] = useState<readonly CircleFilter[]>([])
  if (before !== arrived) {
    setBefore(arrived)
    const found = wanted.findIndex((each) => addressOf(each) === addressOf(arrived))
    setWanted(found < 0 ? [] : wanted.slice(found + 1))
  }
  const keeping = (report: (filter: CircleFilter) => void) => (filter: CircleFilter) => {
    setWanted((earlier) => [...earlier, filter])
    report(filter)
  }
  return { filter: wanted.at(-1) ?? arrived, onChange: keeping(onChange), onType: keeping(onType) }
}

export function AdvancedFilters(props: AdvancedFiltersProps) {
  const { filter, onChange, onType } = useWanted(props)
  const [types, ...others] = filteredCriteria.map((criterion) => (
    <CriterionFilterField
      key={criterion.key}
      criterion={criterion}
      value={filter[criterion.key]}
      onChange={(value) => onChange(changed(filter, criterion.key, value as CircleFilter[typeof criterion.key]))}
    />
  ))
  return (
    <div className={styles.filterAdvanced}>
      <div className={styles.filterTypes}>{types}</div>
      <ArcFilters filter={filter} onChange={onChange} onType={onType} />
      <TargetField filter={filter} onChange={onChange} />
      {others}
      <div className={styles.filterKeywords}>
        <KeywordField text={filter.q ?? ''} onChange={(text) => onType(changed(filter, 'q', text))} />
      </div>
    </div>
  )
}
