import { IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import type { Circle } from '#contract/circles.ts'
import { paths } from '#contract/paths.ts'
import { isolate } from '#domain/isolate.ts'
import { isPagerShown, largestRecordPageSize, pageCount } from '#domain/pages.ts'
import { circleQuery } from '#web/api/circles.ts'
import { api } from '#web/api/client.ts'
import { useWatchCircle } from '#web/api/live.ts'
import { saveFile } from '#web/api/save-file.ts'
import { useDates } from '#web/shared/time/zone.tsx'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { BackButton } from '#web/ui/buttons/back-button.tsx'
import { DownloadButton } from '#web/ui/buttons/download-button.tsx'
import { longToast, toast } from '#web/ui/feedback/toast.tsx'
import { PageHeading } from '#web/ui/layout/page-heading.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'
import { recordCsvPath, recordQueryOf } from './deciding.queries.ts'
import { RecordSheet } from './record-sheet.tsx'

const pageSize = largestRecordPageSize

function addressOf(circleId: string, property: string | undefined, page: number): string {
  const address = paths.circleRecord(circleId, property)
  return page > 1 ? `${address}${property ? '&' : '?'}page=${page}` : address
}

async function download(circle: Circle): Promise<void> {
  try {
    saveFile(await api.download(recordCsvPath(circle._id)), `${circle.title} record.csv`)
  } catch {
    toast.error('The record could not be exported. Please try again.', { duration: longToast })
  }
}

/** All decisions of the circle, or with `?property=` those on one property. Also laid out for printing. */
export function RecordScreen() {
  const { day } = useDates()
  const { id = '' } = useParams()
  const [query] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(query.get('page')) || 1))
  const { data: circle } = useSuspenseQuery(circleQuery(id))
  const property = query.get('property') ?? undefined
  const { data: record } = useSuspenseQuery(recordQueryOf(id, { property, page, pageSize }))
  useWatchCircle(id)
  return (
    <div>
      <BackButton to={paths.circleVoting(id)} />
      <PageHeading
        subtitle={`${isolate(circle.title)} · as of ${day(new Date())}`}
        actions={
          <>
            {property && (
              <ActionButton variant="subtle" to={paths.circleRecord(id)}>
                Whole record
              </ActionButton>
            )}
            <DownloadButton onDownload={() => download(circle)}>Export CSV</DownloadButton>
            <ActionButton variant="outline" leftSection={<IconPrinter {...iconProps(18)} />} onClick={() => window.print()}>
              Print
            </ActionButton>
          </>
        }
      >
        Record of decisions
      </PageHeading>
      <RecordSheet rows={record.items} circleId={id} />
      {isPagerShown(record.total, pageSize) && (
        <Pagination page={page} last={pageCount(record.total, pageSize)} addressOf={(wanted) => addressOf(id, property, wanted)} />
      )}
    </div>
  )
}
