import type { DateForm } from '#domain/dates.ts'
import { useDates } from './zone.tsx'

type TimeProps = { at: string; form?: DateForm }

/** Day, time and zone of a moment, for the viewer. */
export function Moment({ at, form }: TimeProps) {
  const { moment } = useDates()
  return (
    <time className="num" dateTime={at}>
      {moment(at, form)}
    </time>
  )
}

/** The day of a moment, for the viewer. */
export function Day({ at, form }: TimeProps) {
  const { day, moment } = useDates()
  return (
    <time className="num" dateTime={at} title={moment(at, form)}>
      {day(at, form)}
    </time>
  )
}
