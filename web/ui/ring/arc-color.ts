const slots = 12

/** The colour of the n-th holder (0 is the owner). Whoever comes after the twelfth shares the last slot. */
export const arcColor = (index: number) => `var(--arc-${Math.min(index, slots - 1) + 1})`

/** Two neighbours of one colour need a divider between them. */
export const sharesSlot = (index: number) => index >= slots
