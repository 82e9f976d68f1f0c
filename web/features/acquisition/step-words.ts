import type { Acquisition, AcquisitionStep } from '#contract/acquisition.ts'
import { labelOf, ownershipStructures } from '#domain/choices.ts'
import { formatCalendarDay } from '#domain/dates.ts'
import { isolate } from '#domain/isolate.ts'

export type StepLook = 'done' | 'skipped' | 'now' | 'late' | 'locked' | 'open'

/** How a step is drawn. Only the wire can be locked: it waits for everything before it. */
export function stepLook({ state, isNow, isOverdue, key, mayEnd }: AcquisitionStep): StepLook {
  if (state !== 'open') return state
  if (isNow) return 'now'
  if (isOverdue) return 'late'
  return key === 'wire' && !mayEnd ? 'locked' : 'open'
}

const nameOf = ({ _id, name }: { _id: string; name: string }, people: Acquisition['people']): string =>
  people.some((person) => person._id === _id && person.isBroker) ? `${isolate(name)}, Broker` : isolate(name)

/** Who does it or did it, and what it waits for. */
export function stepWho(step: AcquisitionStep, people: Acquisition['people'], day: (at: string) => string): string {
  const { state, assignedTo, endedBy, endedAt, reason, note, isNow } = step
  if (state === 'skipped') {
    const by = endedBy ? ` by ${isolate(endedBy.name)}` : ''
    return `Skipped${by}${endedAt ? ` on ${day(endedAt)}` : ''}${reason ? `: “${isolate(reason)}”` : ''}`
  }
  const who = (state === 'done' ? endedBy : null) ?? assignedTo
  return [isNow ? 'Next.' : '', who ? `${nameOf(who, people)}${note ? '.' : ''}` : '', note ?? ''].filter(Boolean).join(' ')
}

/** “3 of 9 steps done, 1 skipped. LLC.” */
export function wayWords({ steps, done, skipped, structure }: Acquisition): string {
  const last = steps.at(-1)?.dueDay
  const form = labelOf(ownershipStructures, structure) || structure
  const closing = last ? `, last step due ${formatCalendarDay(last)}` : ''
  return `${done} of ${steps.length} steps done${skipped > 0 ? `, ${skipped} skipped` : ''}.${form ? ` ${form}${closing}.` : ''}`
}
