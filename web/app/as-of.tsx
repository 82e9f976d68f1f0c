import { IconClock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { calendarDayOf, formatClock, formatDay, type Zone } from '#domain/dates.ts'
import { sessionQuery } from '#web/api/session.ts'
import { useZone } from '#web/shared/time/zone.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import styles from './as-of.module.css'

/** "As of today, 8:42 AM MST", by the reader's clock. */
export function asOfWords(at: Date, now: Date, zone: Zone): string {
  const isToday = calendarDayOf(at, zone) === calendarDayOf(now, zone)
  return `As of ${isToday ? 'today' : formatDay(at, zone, 'short')}, ${formatClock(at, zone)}`
}

/** When the oldest part of what is on screen was loaded, without what never changes; 0 if there is nothing. */
function useOldestPart(): number {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const times = cache
        .findAll({ type: 'active' })
        .filter(({ queryKey: [shown, name], state }) => shown.length > 0 && name !== sessionQuery.queryKey[1] && state.dataUpdatedAt > 0)
        .map(({ state }) => state.dataUpdatedAt)
      return times.length === 0 ? 0 : Math.min(...times)
    },
  )
}

/** Beside the title of a page that is shown without a connection. */
export function AsOf() {
  const at = useOldestPart()
  const zone = useZone()
  if (at === 0) return null
  return (
    <p className={styles.root}>
      <IconClock {...iconProps(16)} />
      {asOfWords(new Date(at), new Date(), zone)}
    </p>
  )
}
