import { type QueueState, queueLabels } from '#domain/verification.ts'
import { Badge, type BadgeKind } from '#web/ui/layout/badge.tsx'

const kinds: Readonly<Record<QueueState, BadgeKind>> = { new: 'outline', asked: 'neutral', answered: 'evergreen' }

/** The stage of a request in the queue. */
export const QueueStateBadge = ({ state }: { state: QueueState }) => <Badge kind={kinds[state]}>{queueLabels[state]}</Badge>
