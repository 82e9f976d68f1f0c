import type { CircleFilter } from '#domain/search.ts'
import { type FilterChip, filterChips } from '#domain/search-chips.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Chip, ChipRow } from '#web/ui/layout/chip.tsx'
import styles from './find-circles.module.css'

/** A map area in the URL filters the list too, so it is shown as a chip. */
function areaChip({ bbox, ...rest }: CircleFilter): FilterChip[] {
  return bbox ? [{ key: 'bbox', text: 'Map area', without: rest }] : []
}

/** One removable chip per active filter. */
export function ActiveFilters({ filter, onChange }: { filter: CircleFilter; onChange: (filter: CircleFilter) => void }) {
  const chips = [...areaChip(filter), ...filterChips(filter)]
  if (chips.length === 0) return null
  return (
    <div className={styles.activeFilters}>
      <ChipRow label="Active filters">
        {chips.map(({ key, text, without }) => (
          <Chip key={key} removeLabel={`Remove ${text}`} onRemove={() => onChange(without)}>
            {text}
          </Chip>
        ))}
        <ActionButton variant="subtle" onClick={() => onChange({})}>
          Clear all
        </ActionButton>
      </ChipRow>
    </div>
  )
}
