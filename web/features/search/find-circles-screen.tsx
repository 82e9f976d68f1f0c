import { useTileUrl } from '#web/api/map-tiles.ts'
import { MapCredits } from '#web/ui/map/map-credits.tsx'
import { ActiveFilters } from './active-filters.tsx'
import { CircleResults } from './circle-results.tsx'
import { FilterPanel } from './filter-panel.tsx'
import styles from './find-circles.module.css'
import { FindHeading } from './find-heading.tsx'
import { Introduction } from './introduction.tsx'
import { useSearchState } from './search-state.ts'

/** On its own, so that the settings, which come late, do not render the whole screen again. */
function Credits() {
  const hasTiles = Boolean(useTileUrl())
  return (
    <div className={styles.credits}>
      <MapCredits hasTiles={hasTiles} />
    </div>
  )
}

export function FindCirclesScreen() {
  const state = useSearchState()
  return (
    <div className={styles.root}>
      <FindHeading view="grid" search={state.search} />
      <Introduction />
      <FilterPanel {...state} />
      <ActiveFilters filter={state.search.filter} onChange={state.setFilter} />
      <CircleResults {...state} />
      <Credits />
    </div>
  )
}
