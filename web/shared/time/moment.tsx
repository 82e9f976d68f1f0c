import { formatMoment } from '#domain/dates.ts'

/** The reader's time zone at that moment: `EST`, `GMT+2`. */
const zoneOf = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** In the reader's time zone. `exactly` adds the zone's name, for deadlines. */
export function Moment({ at, exactly = false }: { at: string; exactly?: boolean }) {
  const date = new Date(at)
  const shown = formatMoment(date, -date.getTimezoneOffset())
  const exact = `${shown} ${zoneOf(date)}`
  return (
    <time className="num" dateTime={at} title={exact}>
      {exactly ? exact : shown}
    </time>
  )
}
