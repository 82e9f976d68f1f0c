const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/**
 * Days are in UTC for everyone: members in different time zones read the same date on the same statement. Throws on an invalid time; the
 * API only sends ISO times.
 */
function partsOf(time: string | Date) {
  const date = new Date(time)
  const iso = date.toISOString()
  // Counted from the end, because years outside 0 to 9999 are longer.
  return { year: iso.slice(0, -20), month: iso.slice(-19, -17), day: iso.slice(-16, -14), name: months[date.getUTCMonth()] ?? '' }
}

/** MM-dd-yyyy, in tables. */
export function formatTableDate(time: string | Date): string {
  const { year, month, day } = partsOf(time)
  return `${month}-${day}-${year}`
}

/** A day, everywhere but in tables: d MMMM yyyy. */
export function formatDate(time: string | Date): string {
  const { year, day, name } = partsOf(time)
  return `${Number(day)} ${name} ${year}`
}

/** MMM dd, yyyy and the time, on a clock this many minutes ahead of UTC. */
export function formatMoment(time: string | Date, minutesAhead = 0): string {
  const shifted = new Date(new Date(time).getTime() + minutesAhead * 60_000)
  const { year, day, name } = partsOf(shifted)
  const [hour, minute] = [shifted.getUTCHours(), shifted.getUTCMinutes()]
  const clock = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
  return `${name.slice(0, 3)} ${day}, ${year}, ${clock}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const dayLength = 86_400_000
/** Within so many days a weekday is clear on its own. */
const nearDays = 6

/** The parts of a day on a clock this many minutes ahead of UTC. */
function localDay(time: string | Date, minutesAhead: number) {
  const shifted = new Date(new Date(time).getTime() + minutesAhead * 60_000)
  const { year, day, name } = partsOf(shifted)
  return { year, day: Number(day), name, weekday: weekdays[shifted.getUTCDay()] ?? '', number: Math.floor(shifted.getTime() / dayLength) }
}

/** A coming day in few words: "today", "Thursday" within six days, else d MMMM yyyy. */
export function formatComingDay(time: string | Date, now: Date, minutesAhead = 0): string {
  const { year, name, day, weekday, number } = localDay(time, minutesAhead)
  const away = number - localDay(now, minutesAhead).number
  if (away <= 0) return 'today'
  return away <= nearDays ? weekday : `${day} ${name} ${year}`
}

/** "Thursday, December 17". */
export function formatWeekdayDate(time: string | Date, minutesAhead = 0): string {
  const { name, day, weekday } = localDay(time, minutesAhead)
  return `${weekday}, ${name} ${day}`
}
