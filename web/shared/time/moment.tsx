import { formatMoment } from '#domain/dates.ts'

/** Names the reader's time zone at that moment: `EST`, `GMT+2`. */
const zoneOf = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(date).find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** A moment by the clock of whoever reads it. `exactly` names the time zone too, for what has to be kept to. */
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
