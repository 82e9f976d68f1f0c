import { formatDate } from '#domain/dates.ts'

/** A day in a StatStrip: its number is large, month and year are small beside it. */
export function dayStat(time: string): { value: string; unit: string } {
  const [value = '', ...monthAndYear] = formatDate(time).split(' ')
  return { value, unit: monthAndYear.join(' ') }
}
