/** The range, step and initial value of each slider. */
export const searchRadius = { min: 5, max: 100, step: 5, initial: 15 } as const
export const preferredRadius = { min: 0, max: 100, step: 5, initial: 15 } as const
export const geographicRadius = { min: 0, max: 100, step: 5, initial: 15 } as const
export const targetRange = { min: 0, max: 5_000_000, step: 100_000 } as const
export const investmentRange = { min: 10_000, max: 5_000_000, step: 10_000 } as const
export const roomRange = { min: 1, max: 5, step: 1 } as const

export const notARange = 'The minimum must not be above the maximum'

/** A range whose upper end may be open. */
export type OpenRange = { readonly min: number; readonly max: number | 'any' }

/** The slider's last number means "this or more". */
export const roomLabel = (rooms: number): string => (rooms >= roomRange.max ? `${roomRange.max}+` : String(rooms))

/** `1 to 3`, `2 to 5+`, `3`, `2 or more`. */
export function roomRangeText({ min, max }: OpenRange): string {
  if (max === 'any') return min >= roomRange.max ? roomLabel(min) : `${min} or more`
  return min === max ? roomLabel(min) : `${min} to ${roomLabel(max)}`
}

/** Whether a circle with this range accepts a property with this many rooms. No range accepts any. */
export const admitsRooms = (range: OpenRange | null | undefined, rooms: number): boolean => {
  if (!range) return true
  const wanted = Math.min(rooms, roomRange.max)
  return range.min <= wanted && (range.max === 'any' || wanted <= range.max)
}

/** Moves a number from outside (a URL, an old link) to a stop of the slider. */
export function ontoSlider(value: number, slider: { readonly min: number; readonly max: number; readonly step: number }): number {
  const stepped = slider.min + Math.round((value - slider.min) / slider.step) * slider.step
  return Math.min(slider.max, Math.max(slider.min, stepped))
}
