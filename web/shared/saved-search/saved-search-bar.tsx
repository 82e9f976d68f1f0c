import { IconBellPlus } from '@tabler/icons-react'
import type { Circle } from '#contract/circles.ts'
import { filterLike, savedAddress } from '#domain/saved-search.ts'
import { searchWords } from '#domain/search-chips.ts'
import { Card } from '#web/ui/layout/card.tsx'
import { IconDisc } from '#web/ui/layout/icon-disc.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { SaveSearch } from './save-search.tsx'
import styles from './saved-search.module.css'

/** For people whom a circle does not suit: a search with its types, its place and its price. */
export function SavedSearchBar({ circle }: { circle: Circle }) {
  const filter = filterLike(circle)
  if (savedAddress(filter) === '') return null
  return (
    <Card padded={false} className={styles.bar} aria-label="Saved search">
      <IconDisc tone="evergreen" size={44}>
        <IconBellPlus {...iconProps(21)} />
      </IconDisc>
      <p>
        <b>Not quite what you look for?</b>
        <span className="sub">
          <bdi>{searchWords(filter)}</bdi>.
        </span>
      </p>
      <SaveSearch filter={filter} variant="outline" />
    </Card>
  )
}
