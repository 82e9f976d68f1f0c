import { lazy, Suspense } from 'react'
import { useWho } from '#web/app/gates/who.ts'
import { SpinnerPage } from '#web/ui/feedback/skeletons.tsx'
import { ColumnLayout } from './column-layout.tsx'

// Strangers never see these, so they need not fetch them.
const ApplicationLayout = lazy(async () => ({ default: (await import('./application-layout.tsx')).ApplicationLayout }))
const BrokerLayout = lazy(async () => ({ default: (await import('./broker-layout.tsx')).BrokerLayout }))

/** The frame of the side a person belongs to. */
export function OwnLayout() {
  const { user } = useWho()
  return <Suspense fallback={<SpinnerPage />}>{user?.isBroker ? <BrokerLayout /> : <ApplicationLayout />}</Suspense>
}

/** Open to visitors too, under the public header. */
export function OpenLayout() {
  return useWho().isVisitor ? <ColumnLayout /> : <OwnLayout />
}

/** Find Circles as visitors see it: the public header over the full width. */
export function MarketplaceLayout() {
  return useWho().isVisitor ? <ColumnLayout wide /> : <OwnLayout />
}
