import type { WaitingAct, WaitingKind } from '#web/api/outbox.ts'

const names = {
  vote: ['vote', 'votes'],
  comment: ['comment', 'comments'],
  mark: ['mark as read', 'marks as read'],
} as const satisfies Record<WaitingKind, readonly [one: string, more: string]>

/** What waits to be sent. Marks are counted only if nothing else waits: they are made by reading, too. */
export function toBeSent(acts: readonly WaitingAct[]): readonly WaitingAct[] {
  const waiting = acts.filter(({ refusal }) => refusal === null)
  const deliberate = waiting.filter(({ kind }) => kind !== 'mark')
  return deliberate.length > 0 ? deliberate : waiting
}

/** "vote", "2 comments" without the figure; "things" for several kinds. */
export function unitOf(acts: readonly WaitingAct[]): string {
  const kinds = new Set(acts.map(({ kind }) => kind))
  const [kind] = kinds
  if (kind === undefined || kinds.size > 1) return 'things'
  return names[kind][acts.length === 1 ? 0 : 1]
}

/** "1 vote waits to be sent." */
export const waitingWords = (acts: readonly WaitingAct[]): string =>
  `${acts.length} ${unitOf(acts)} ${acts.length === 1 ? 'waits' : 'wait'} to be sent.`

/** "Your vote was sent.", "2 comments were sent." */
export const sentWords = (acts: readonly WaitingAct[]): string =>
  acts.length === 1 ? `Your ${unitOf(acts)} was sent.` : `${acts.length} ${unitOf(acts)} were sent.`
