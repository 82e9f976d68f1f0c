/**
 * The only module that turns moments into days and times, and back (scripts/date-formatting.test.ts). Every function takes the reader's time
 * zone, so that a moment is the same local day wherever it is shown.
 */
type Time = string | Date

/** An IANA name: `America/Denver`. */
export type Zone = string

export const utc: Zone = 'UTC'

/** `table`: MM-dd-yyyy. `detail`: d MMMM yyyy, on detail pages and in mails. `short`: MMM dd, yyyy, elsewhere. */
export type DateForm = 'table' | 'detail' | 'short'

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const dayLength = 86_400_000
/** Within so many days a weekday is clear on its own. */
const nearDays = 6

// Making a formatter takes far longer than using one.
const formatters = new Map<Zone, Intl.DateTimeFormat | null>()

/** Null for a zone that this computer does not know. */
function formatterOf(zone: Zone): Intl.DateTimeFormat | null {
  const made = formatters.get(zone)
  if (made !== undefined) return made
  const formatter = makeFormatter(zone)
  formatters.set(zone, formatter)
  return formatter
}

function makeFormatter(timeZone: Zone): Intl.DateTimeFormat | null {
  try {
    const day = { era: 'short', year: 'numeric', month: 'numeric', day: 'numeric' } as const
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23', timeZoneName: 'short' } as const
    return new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', numberingSystem: 'latn', ...day, ...time })
  } catch {
    return null
  }
}

/** Names only: "+05:45" is an offset, which does not know when clocks change. */
export const isZone = (name: string): boolean => /^[A-Za-z]/.test(name) && formatterOf(name) !== null

export const unknownZone = 'This time zone is not known. Please choose one from the list.'

/** UTC for none and for a zone that this computer does not know; texts then say UTC. */
export const zoneOr = (name: string | null | undefined): Zone => (name && isZone(name) ? name : utc)

/** Every zone that can be chosen. */
export const allZones = (): Zone[] => [...new Set([...Intl.supportedValuesOf('timeZone'), utc])].sort()

/** The zone of this computer; on the page the browser's. */
export const localZone = (): Zone => zoneOr(new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone)

/** What calendar and clock show. */
type Wall = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** The wall time as if it were UTC: for differences and weekdays. */
function asUtc({ year, month, day, hour, minute, second }: Wall): number {
  const date = new Date(0)
  // Unlike `Date.UTC`, this does not take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  return date.getTime()
}

/** Throws on an invalid time; the API only sends ISO times. */
function wallOf(time: Time, zone: Zone): Wall & { readonly zoneName: string } {
  const formatter = formatterOf(zone) ?? formatterOf(utc)
  const parts = new Map<string, string>(formatter?.formatToParts(new Date(time)).map(({ type, value }) => [type, value]))
  const number = (type: string) => Number(parts.get(type))
  const year = parts.get('era')?.startsWith('B') ? 1 - number('year') : number('year')
  const clock = { hour: number('hour'), minute: number('minute'), second: number('second') }
  return { year, month: number('month'), day: number('day'), ...clock, zoneName: parts.get('timeZoneName') ?? zone }
}

const two = (number: number): string => String(number).padStart(2, '0')
const yearText = (year: number): string => `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`

type Day = Pick<Wall, 'year' | 'month' | 'day'>

function dayText({ year, month, day }: Day, form: DateForm): string {
  const name = months[month - 1] ?? ''
  if (form === 'table') return `${two(month)}-${two(day)}-${yearText(year)}`
  return form === 'short' ? `${name.slice(0, 3)} ${two(day)}, ${yearText(year)}` : `${day} ${name} ${yearText(year)}`
}

/** The day of a moment: "18 November 2026". */
export const formatDay = (time: Time, zone: Zone, form: DateForm = 'detail'): string => dayText(wallOf(time, zone), form)

/** The day, the time and the zone: "18 November 2026, 11:25 PM MST". */
export const formatMoment = (time: Time, zone: Zone, form: DateForm = 'detail'): string =>
  `${formatDay(time, zone, form)}, ${formatClock(time, zone)}`

const clockText = ({ hour, minute }: Wall): string => `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`

/** The time of day and the zone: "11:25 PM MST". */
export function formatClock(time: Time, zone: Zone): string {
  const wall = wallOf(time, zone)
  return `${clockText(wall)} ${wall.zoneName}`
}

/** The time of day alone, where many stand below each other and the zone is said elsewhere: "11:25 PM". */
export const formatTimeOfDay = (time: Time, zone: Zone): string => clockText(wallOf(time, zone))

/** Day and time in few words, in a list of what is recent: "Nov 18, 11:25 PM". */
export function formatRecent(time: Time, zone: Zone): string {
  const wall = wallOf(time, zone)
  return `${(months[wall.month - 1] ?? '').slice(0, 3)} ${wall.day}, ${clockText(wall)}`
}

/** The line above what was written on a day: "Wednesday, Nov 18, 2026". */
export function formatDayLine(time: Time, zone: Zone): string {
  const wall = wallOf(time, zone)
  return `${weekdayOf(wall)}, ${(months[wall.month - 1] ?? '').slice(0, 3)} ${wall.day}, ${yearText(wall.year)}`
}

/** What the zone is called at that moment: "MST", "GMT+5:45". */
export const zoneNameAt = (time: Time, zone: Zone): string => wallOf(time, zone).zoneName

const calendarDay = /^(\d{4,})-(\d\d)-(\d\d)$/

/** A calendar day as it is written, such as a due day: "2026-11-15" is 15 November 2026 in every zone. */
export function formatCalendarDay(written: string, form: DateForm = 'detail'): string {
  const [, year, month, day] = calendarDay.exec(written) ?? []
  if (!day) throw new RangeError(`"${written}" is not a calendar day`)
  return dayText({ year: Number(year), month: Number(month), day: Number(day) }, form)
}

/** The calendar day of a moment: "2026-11-18". */
export function calendarDayOf(time: Time, zone: Zone): string {
  const { year, month, day } = wallOf(time, zone)
  return `${yearText(year)}-${two(month)}-${two(day)}`
}

/** The calendar month of a moment: "2026-11". */
export const calendarMonthOf = (time: Time, zone: Zone): string => calendarDayOf(time, zone).slice(0, -3)

/** A calendar month as it is written: "2026-11" is November 2026 in every zone. */
export const formatCalendarMonth = (written: string): string => formatCalendarDay(`${written}-01`).replace(/^1 /, '')

/** Moves a calendar day: the day after "2026-11-30" is "2026-12-01". */
export const addDays = (written: string, days: number): string => calendarDayOf(new Date(Date.parse(written) + days * dayLength), utc)

/** How many days later the second calendar day is. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength

/** A coming day in few words: "today", "Thursday" within six days, else the day. */
export function formatComingDay(time: Time, now: Date, zone: Zone, form: DateForm = 'detail'): string {
  const wall = wallOf(time, zone)
  const dayNumber = (each: Wall): number => Math.floor(asUtc(each) / dayLength)
  const away = dayNumber(wall) - dayNumber(wallOf(now, zone))
  if (away <= 0) return 'today'
  return away <= nearDays ? weekdayOf(wall) : dayText(wall, form)
}

/** The day on which something is due, after "Due": "today", "Thursday", "21 December 2026", and once it is over "since 13 December 2026". */
export const formatDueDay = (time: Time, now: Date, zone: Zone, form: DateForm = 'detail'): string =>
  calendarDayOf(time, zone) < calendarDayOf(now, zone) ? `since ${formatDay(time, zone, form)}` : formatComingDay(time, now, zone, form)

const weekdayOf = (wall: Wall): string => weekdays[new Date(asUtc(wall)).getUTCDay()] ?? ''

/** "Thursday, December 17". */
export function formatWeekdayDate(time: Time, zone: Zone): string {
  const wall = wallOf(time, zone)
  return `${weekdayOf(wall)}, ${months[wall.month - 1]} ${wall.day}`
}

/** What calendar and clock show, as an input field wants it: "2026-11-18T23:25". */
export function wallTimeOf(time: Time, zone: Zone): string {
  const { hour, minute } = wallOf(time, zone)
  return `${calendarDayOf(time, zone)}T${two(hour)}:${two(minute)}`
}

/**
 * The moment of "2026-11-18T23:25" in a zone; null for other texts. A time that clocks show twice is the first one. A time that they skip is
 * as much later as they skip, as in browsers.
 */
export function momentOf(wallTime: string, zone: Zone): Date | null {
  const written = /^\d{4,}-\d\d-\d\dT\d\d:\d\d$/.test(wallTime) ? Date.parse(`${wallTime}Z`) : Number.NaN
  if (Number.isNaN(written)) return null
  const offsetAt = (time: number): number => asUtc(wallOf(new Date(time), zone)) - time
  const [before, after] = [written - offsetAt(written - dayLength), written - offsetAt(written + dayLength)]
  const isShown = (moment: number): boolean => offsetAt(moment) === written - moment
  const shown = [before, after].filter(isShown)
  return new Date(shown.length > 0 ? Math.min(...shown) : before)
}

/** When a calendar day begins in a zone. */
export const startOfDay = (written: string, zone: Zone): Date | null => momentOf(`${written}T00:00`, zone)

/** The year of a copyright line. Without a zone, because the first formatter of a page is slow, and every page has the line. */
export const copyrightYear = (now: Date): number => now.getUTCFullYear()
