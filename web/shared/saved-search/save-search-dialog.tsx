import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { loginFrom, paths, signUpFor } from '#contract/paths.ts'
import { savedAddress } from '#domain/saved-search.ts'
import { mostSavedSearches } from '#domain/saved-search-limits.ts'
import type { CircleFilter } from '#domain/search.ts'
import { searchWords } from '#domain/search-chips.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Dialog } from '#web/ui/feedback/dialog.tsx'
import { toast, toastFailure } from '#web/ui/feedback/toast.tsx'
import { ToggleField } from '#web/ui/fields/toggle-field.tsx'
import styles from './saved-search.module.css'
import { useSaveSearch } from './saved-search.queries.ts'

type SaveSearchDialogProps = {
  title: string
  filter: CircleFilter
  /** How many searches the person has saved; null for a visitor. */
  kept: number | null
  opened: boolean
  onClose: () => void
}

function VisitorActions() {
  const { pathname, search } = useLocation()
  const here = `${pathname}${search}`
  return (
    <>
      <ActionButton variant="outline" to={loginFrom(here)}>
        Login
      </ActionButton>
      <ActionButton to={signUpFor(here)}>Register</ActionButton>
    </>
  )
}

export function SaveSearchDialog({ title, filter, kept, opened, onClose }: SaveSearchDialogProps) {
  const [byMail, setByMail] = useState(false)
  const save = useSaveSearch()
  const isFull = kept !== null && kept >= mostSavedSearches
  const keep = () =>
    save.mutate(
      { address: savedAddress(filter), byMail },
      {
        onSuccess: () => {
          toast.success('Search kept: you will be told')
          onClose()
        },
        onError: toastFailure,
      },
    )
  const ownActions = (
    <>
      <ActionButton variant="outline" onClick={onClose}>
        {isFull ? 'Close' : 'Cancel'}
      </ActionButton>
      {!isFull && (
        <ActionButton onClick={keep} loading={save.isPending}>
          Keep search
        </ActionButton>
      )}
    </>
  )
  return (
    <Dialog opened={opened} onClose={onClose} title={title} width={460} actions={kept === null ? <VisitorActions /> : ownActions}>
      <div className={styles.dialog}>
        <p>
          <bdi>{searchWords(filter)}</bdi>
        </p>
        {kept === null && <p className="sub">Please log in or register first. You come back to this page, and keep the search there.</p>}
        {isFull && (
          <p>
            You keep {mostSavedSearches} searches, which is the most. <Link to={paths.profile}>Take one away in your profile</Link>
          </p>
        )}
        {kept !== null && !isFull && (
          <>
            <p className="sub">New circles come in your inbox, as soon as one is created.</p>
            <ToggleField label="Once a day by mail, too" description="Only on days with new ones." value={byMail} onChange={setByMail} />
          </>
        )}
      </div>
    </Dialog>
  )
}
