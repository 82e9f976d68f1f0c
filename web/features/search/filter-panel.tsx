import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { lazy, Suspense, useDeferredValue, useId, useState } from 'react'
import { bestFit, type CircleSort, sortOptions } from '#domain/choices.ts'
import type { CircleFilter, Near } from '#domain/search.ts'
import { filterChips } from '#domain/search-chips.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { phoneQuery } from '#web/ui/theme/theme.ts'
import styles from './find-circles.module.css'
import { LocationField } from './location-field.tsx'
import type { SearchState } from './search-state.ts'

// Separate chunks, because most visits use neither of them.
const RadiusField = lazy(async () => ({ default: (await import('./radius-field.tsx')).RadiusField }))
const AdvancedFilters = lazy(async () => ({ default: (await import('./advanced-filters.tsx')).AdvancedFilters }))

/** As high as a field with its label. */
const fieldBone = <Bone height="calc(45px + 1.8242rem)" radius={10} />

const withNear = ({ near: _before, ...rest }: CircleFilter, near: Near | undefined): CircleFilter => (near ? { ...rest, near } : rest)

const toSort = (value: string): CircleSort => [...sortOptions, bestFit].find((option) => option.value === value)?.value ?? 'createdAt'

export function FilterPanel({ search: { filter, sort }, preferences, setFilter, change, note }: SearchState) {
  const { near } = filter
  const count = filterChips(withNear(filter, undefined)).length
  // Filters from a shared link are expanded; on a phone they would hide the circles, so they stay closed there.
  const [isOpen, setOpen] = useState(() => count > 0 && !window.matchMedia(phoneQuery).matches)
  const panelId = useId()
  // The fields come with the second drawing. A field with a list is drawn twice when it appears, and in the first drawing that would make all
  // effects of the screen run in the same task.
  const hasFields = useDeferredValue(true, false)
  return (
    <Card padded={false} className={styles.filters} aria-label="Filters">
      <div className={styles.filterFirst} data-near={near !== undefined}>
        {hasFields ? <LocationField near={near} onChange={(place) => setFilter(withNear(filter, place))} /> : fieldBone}
        {near && (
          <Suspense fallback={<Bone height={66} radius={10} />}>
            <RadiusField
              label="Search radius"
              radius={near.radius}
              onChange={(radius) => setFilter(withNear(filter, { ...near, radius }))}
            />
          </Suspense>
        )}
        {hasFields ? (
          <SelectField
            label="Sort by"
            options={[...sortOptions.filter((option) => option.value !== 'distance' || near), ...(preferences ? [bestFit] : [])]}
            nullText={null}
            value={sort}
            onChange={(value) => change({ sort: toSort(value) })}
          />
        ) : (
          fieldBone
        )}
        <ActionButton
          variant="outline"
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          aria-controls={panelId}
          leftSection={<IconAdjustmentsHorizontal {...iconProps(19)} />}
          rightSection={count > 0 && <span className={`${styles.filterCount} num`}>{count}</span>}
        >
          Advanced filters
        </ActionButton>
      </div>
      <div id={panelId}>
        {isOpen && (
          <Suspense
            fallback={
              <div className={styles.filterAdvanced}>
                <Bone height={210} radius={10} />
              </div>
            }
          >
            <AdvancedFilters filter={filter} onChange={setFilter} onType={note} />
          </Suspense>
        )}
      </div>
    </Card>
  )
}
