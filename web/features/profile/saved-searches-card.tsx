import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { mostSavedSearches } from '#domain/saved-search-limits.ts'
import { savedSearchesQuery, useChangeSearch } from '#web/shared/saved-search/saved-search.queries.ts'
import { Day } from '#web/shared/time/moment.tsx'
import { IconAction } from '#web/ui/buttons/icon-action.tsx'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { FailureState } from '#web/ui/feedback/failure-state.tsx'
import { Bone, Loading } from '#web/ui/feedback/skeletons.tsx'
import { toastFailure } from '#web/ui/feedback/toast.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './profile.module.css'

function Row({ search }: { search: SavedSearch }) {
  const { setMail, remove } = useChangeSearch(search._id)
  const [isAsking, ask] = useState(false)
  // What was pressed is shown at once; the answer, or its absence, corrects it.
  const byMail = setMail.isPending ? setMail.variables : search.byMail
  return (
    <li>
      <div>
        <Link to={`${paths.findCircles}?${search.address}`}>
          <bdi>{search.words}</bdi>
        </Link>
        <p className="small sub num">
          {search.matches === 0 ? (
            'none yet'
          ) : (
            <>
              {search.matches} new since <Day at={search.createdAt} />
            </>
          )}
        </p>
      </div>
      <IconAction label={`Delete ${search.words}`} icon={<IconTrash {...iconProps(19)} />} onClick={() => ask(true)} />
      <ToggleField
        label={
          <>
            Mail<span className="visually-hidden">{` about ${search.words}`}</span>
          </>
        }
        value={byMail}
        onChange={(isOn) => setMail.mutate(isOn, { onError: toastFailure })}
      />
      <ConfirmDialog
        opened={isAsking}
        title="Delete this search?"
        consequence={
          <>
            You will no longer be told about new circles like <bdi>{search.words}</bdi>.
          </>
        }
        warning={null}
        confirmLabel="Delete search"
        pending={remove.isPending}
        onCancel={() => ask(false)}
        onConfirm={() => remove.mutate()}
      />
    </li>
  )
}

/** The searches that tell of new circles. */
export function SavedSearchesCard({ userId }: { userId: string }) {
  const { data: searches, isError, refetch } = useQuery(savedSearchesQuery(userId))
  return (
    <Card>
      <h2>Saved searches</h2>
      {isError && !searches && (
        <FailureState title="Your saved searches could not be loaded. Please try again." onRetry={() => void refetch()} />
      )}
      {!searches && !isError && (
        <Loading>
          <Bone height={56} radius={10} />
        </Loading>
      )}
      {searches && (
        <p className="small sub num">
          {searches.length === 0
            ? 'None yet. Choose filters on Find Circles, and be told about new ones.'
            : `${searches.length} of ${mostSavedSearches}`}
        </p>
      )}
      <ul className={styles.searches}>
        {searches?.map((search) => (
          <Row key={search._id} search={search} />
        ))}
      </ul>
    </Card>
  )
}
