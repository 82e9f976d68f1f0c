import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { isPagerShown, pageCount, largestRecordPageSize as pageSize } from '#domain/pages.ts'
import { pastCircleQuery } from '#web/shared/past-circles/past-circles.queries.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { recordQueryOf } from './deciding.queries.ts'
import { RecordSheet } from './record-sheet.tsx'

/** The decisions of a circle up to the day on which the reader left it. */
export function PastRecordScreen() {
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(query.get('page')) || 1))
  const { day } = useDates()
  const { data: past } = useSuspenseQuery(pastCircleQuery(id))
  const { data: record } = useSuspenseQuery(recordQueryOf(id, { page, pageSize }))
  return (
    <div>
      <BackButton to={paths.pastCircle(id)} label="The circle you left" />
      <PageHeading subtitle={`${isolate(past.circle.title)} · up to ${day(past.leftAt)}`}>Record of decisions</PageHeading>
      <RecordSheet rows={record.items} circleId={null} />
      {isPagerShown(record.total, pageSize) && (
        <Pagination
          page={page}
          last={pageCount(record.total, pageSize)}
          addressOf={(wanted) => `${paths.pastRecord(id)}${wanted > 1 ? `?page=${wanted}` : ''}`}
        />
      )}
    </div>
  )
}
