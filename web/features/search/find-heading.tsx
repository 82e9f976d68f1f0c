import { IconLayoutGrid, IconMap2, IconPlus } from '@tabler/icons-react'
import { loginFrom, paths, signUpFor } from '#contract/paths.ts'
import type { CircleSearch } from '#domain/search.ts'
import { emptySearch } from '#domain/search-url.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { SegmentedLinks } from '#web/ui/buttons/segmented-links.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './find-circles.module.css'
import { addressWith } from './search-state.ts'

type FindHeadingProps = { view: 'grid' | 'map'; search: CircleSearch; subtitle?: string }

/** Filters are kept when switching views; page and size belong to the grid, the visible area to the map. */
function shared({ filter: { bbox: _shown, ...filter } }: CircleSearch): CircleSearch {
  return { ...emptySearch, filter }
}

/** Visitors see Register on the grid and Login on the map. */
export function FindHeading({ view, search, subtitle }: FindHeadingProps) {
  const user = useUser()
  const visitorsTo = view === 'grid' ? signUpFor(paths.createCircle) : loginFrom(paths.createCircle)
  return (
    <div className={styles.findHeading}>
      <PageHeading
        subtitle={subtitle}
        actions={
          <div className={styles.findActions}>
            <SegmentedLinks
              label="View"
              links={[
                {
                  text: 'Grid',
                  to: addressWith(paths.findCircles, shared(search)),
                  icon: <IconLayoutGrid {...iconProps(18)} />,
                  isCurrent: view === 'grid',
                },
                {
                  text: 'Map',
                  to: addressWith(paths.mapView, shared(search)),
                  icon: <IconMap2 {...iconProps(18)} />,
                  isCurrent: view === 'map',
                },
              ]}
            />
            {!user?.isBroker && (
              <ActionButton to={user ? paths.createCircle : visitorsTo} leftSection={<IconPlus {...iconProps(18)} />}>
                {user ? 'Create Your Circle' : 'Sign Up to Create'}
              </ActionButton>
            )}
          </div>
        }
      >
        Find Investment Circles
      </PageHeading>
    </div>
  )
}
