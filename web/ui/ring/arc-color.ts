const slots = 12

/** The colour of the n-th holder (0 is the owner). From the thirteenth on, holders share the last colour. */
export const arcColor = (index: number) => `var(--arc-${Math.min(index, slots - 1) + 1})`

/** Neighbours with the same colour need a divider. */
export const sharesSlot = (index: number) => index >= slots
