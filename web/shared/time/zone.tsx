import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type DateForm, formatDay, formatMoment, localZone, type Zone, zoneOr } from '#domain/dates.ts'

const ZoneContext = createContext<Zone | null>(null)

/** Sets the viewer's time zone for everything below: the account's if it has one, else the browser's. */
export const ZoneProvider = ({ zone, children }: { zone: Zone | null | undefined; children: ReactNode }) => (
  <ZoneContext value={zone ? zoneOr(zone) : null}>{children}</ZoneContext>
)

let browserZone: Zone | undefined

/** The viewer's time zone. */
export function useZone(): Zone {
  const chosen = useContext(ZoneContext)
  if (chosen !== null) return chosen
  // Read once: asking the browser takes long, and many days are shown.
  browserZone ??= localZone()
  return browserZone
}

type Time = string | Date

export type Dates = {
  readonly zone: Zone
  /** The day of a moment; for a calendar day there is `formatCalendarDay`. */
  readonly day: (at: Time, form?: DateForm) => string
  readonly moment: (at: Time, form?: DateForm) => string
  /** A day in a StatStrip: its number is large, month and year are small beside it. */
  readonly dayStat: (at: Time) => { readonly value: string; readonly unit: string }
}

/** Forms days and moments in the viewer's time zone, for texts; in markup use `Day` and `Moment`. */
export function useDates(): Dates {
  const zone = useZone()
  return useMemo(() => {
    const day: Dates['day'] = (at, form) => formatDay(at, zone, form)
    const dayStat: Dates['dayStat'] = (at) => {
      const [value = '', ...monthAndYear] = day(at).split(' ')
      return { value, unit: monthAndYear.join(' ') }
    }
    return { zone, day, moment: (at, form) => formatMoment(at, zone, form), dayStat }
  }, [zone])
}
