import { formatCalendarMonth } from '#domain/dates.ts'
import { type Cents, formatCents } from '#domain/money.ts'

/** Money in has a plus, money out a minus. */
export const signedCents = (cents: Cents): string => (cents > 0 ? `+${formatCents(cents)}` : formatCents(cents))

/** "Mar" of "2027-03". */
export const shortMonth = (month: string): string => formatCalendarMonth(month).slice(0, 3)

const stateWords = { open: 'Open', agrees: 'Agrees', closed: 'Closed' } as const

export const monthStateWords = (state: keyof typeof stateWords, isReopened: boolean): string =>
  isReopened && state === 'open' ? 'Open again' : stateWords[state]
