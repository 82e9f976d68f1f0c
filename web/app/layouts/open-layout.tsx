import { lazy, Suspense } from 'react'
import { useCurrentUser } from '#web/app/gates/current-user.ts'
import { SpinnerPage } from '#web/ui/feedback/skeletons.tsx'
import { ColumnLayout } from './column-layout.tsx'

// Visitors never see these layouts, so they are separate chunks.
const ApplicationLayout = lazy(async () => ({ default: (await import('./application-layout.tsx')).ApplicationLayout }))
const BrokerLayout = lazy(async () => ({ default: (await import('./broker-layout.tsx')).BrokerLayout }))

/** The layout of the person's role. */
export function RoleLayout() {
  const { user } = useCurrentUser()
  return <Suspense fallback={<SpinnerPage />}>{user?.isBroker ? <BrokerLayout /> : <ApplicationLayout />}</Suspense>
}

/** Public header for visitors, the role's layout for signed-in people. */
export function OpenLayout() {
  return useCurrentUser().isVisitor ? <ColumnLayout /> : <RoleLayout />
}

/** Find Circles: the public header at full width for visitors. */
export function MarketplaceLayout() {
  return useCurrentUser().isVisitor ? <ColumnLayout wide /> : <RoleLayout />
}
