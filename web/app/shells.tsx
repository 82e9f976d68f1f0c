import { useScreenHandle } from '#web/app/gate.tsx'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'

/** Holds the place of a screen that is not built yet, behind the guard it will have. */
export function ShellScreen() {
  const title = useScreenHandle()?.title ?? 'Arcstead'
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <EmptyState
        level="h2"
        title="This screen is on its way"
        action={
          <ActionButton variant="outline" to={paths.findCircles}>
            Find Circles
          </ActionButton>
        }
      />
    </>
  )
}
