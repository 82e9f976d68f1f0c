import { IconBellCheck, IconBellPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { savedAddress } from '#domain/saved-search.ts'
import type { CircleFilter } from '#domain/search.ts'
import { useIsVisitor, useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { savedSearchesQuery } from './saved-search.queries.ts'

const SaveSearchDialog = lazy(async () => ({ default: (await import('./save-search-dialog.tsx')).SaveSearchDialog }))

const tellMe = 'Tell me about new circles like this'

/** Saves a search, by a dialog. A saved one leads to the profile, where it is managed. Nothing for a search without filters. */
export function SaveSearch({ filter, variant = 'light' }: { filter: CircleFilter; variant?: 'light' | 'outline' }) {
  const user = useUser()
  const isVisitor = useIsVisitor()
  const address = savedAddress(filter)
  const { data: searches, isError } = useQuery({ ...savedSearchesQuery(user?._id ?? ''), enabled: user !== null && address !== '' })
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  if (address === '') return null
  if (!isVisitor && !searches && !isError) return <Bone width={296} height={44} radius={10} />
  const isSaved = searches?.some((search) => search.address === address) ?? false
  return (
    <>
      {isSaved ? (
        <ActionButton variant="outline" to={paths.profile} leftSection={<IconBellCheck {...iconProps(18)} />}>
          You will be told
        </ActionButton>
      ) : (
        <ActionButton
          variant={variant}
          leftSection={<IconBellPlus {...iconProps(18)} />}
          onClick={() => {
            setOpened(true)
            setOpen(true)
          }}
        >
          {tellMe}
        </ActionButton>
      )}
      {wasOpened && (
        <Suspense>
          <SaveSearchDialog
            title={tellMe}
            filter={filter}
            kept={user ? (searches?.length ?? 0) : null}
            opened={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
