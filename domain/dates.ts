const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/**
 * Days are those of UTC, for everyone: two members in two time zones read the same date on the same statement.
 * Throws on what is no time at all; the API sends ISO times alone.
 */
function partsOf(time: string | Date) {
  const date = new Date(time)
  const iso = date.toISOString()
  // Counted from the end, since years outside 0 to 9999 are longer.
  return { year: iso.slice(0, -20), month: iso.slice(-19, -17), day: iso.slice(-16, -14), name: months[date.getUTCMonth()] ?? '' }
}

/** MM-dd-yyyy, in tables. */
export function formatTableDate(time: string | Date): string {
  const { year, month, day } = partsOf(time)
  return `${month}-${day}-${year}`
}

/** d MMMM yyyy, on detail pages. */
export function formatDetailDate(time: string | Date): string {
  const { year, day, name } = partsOf(time)
  return `${Number(day)} ${name} ${year}`
}

/** MMM dd, yyyy, everywhere else. */
export function formatDate(time: string | Date): string {
  const { year, day, name } = partsOf(time)
  return `${name.slice(0, 3)} ${day}, ${year}`
}
