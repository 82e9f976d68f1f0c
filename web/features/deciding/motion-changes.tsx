import type { Motion } from '#contract/motions.ts'
import { Moment } from '#web/shared/time/moment.tsx'
import { type Change, changesOf } from '#web/shared/vote/changed-meanwhile.tsx'
import { shownFacts } from './motion-kinds.tsx'

/** What differs between two versions of a motion: words, facts, closing date. */
export function motionChanges(before: Motion, after: Motion): Change[] {
  const factOf = (motion: Motion, label: string) => shownFacts(motion).find((fact) => fact.label === label)?.value ?? 'None'
  const labels = new Set([...shownFacts(before), ...shownFacts(after)].map(({ label }) => label))
  return changesOf([
    { label: 'Title', before: before.title, after: after.title },
    { label: 'Text', before: before.text, after: after.text },
    ...[...labels].map((label) => ({ label, before: factOf(before, label), after: factOf(after, label) })),
    { label: 'Closes', before: before.closesAt, after: after.closesAt, show: (at) => <Moment at={at} /> },
  ])
}
