import { useWho } from '#web/app/who.ts'
import { ApplicationLayout } from './application-layout.tsx'
import { BrokerLayout } from './broker-layout.tsx'
import { ColumnLayout } from './column-layout.tsx'

/** The frame of the side a person belongs to. */
export function OwnLayout() {
  const { user } = useWho()
  return user?.isBroker ? <BrokerLayout /> : <ApplicationLayout />
}

/** Open to visitors too, under the public header. */
export function OpenLayout() {
  return useWho().isVisitor ? <ColumnLayout /> : <OwnLayout />
}

/** Find Circles as visitors see it: the public header over the full width. */
export function MarketplaceLayout() {
  return useWho().isVisitor ? <ColumnLayout wide /> : <OwnLayout />
}
