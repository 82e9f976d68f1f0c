import { IconCircleCheck } from '@tabler/icons-react'
import type { CrashReportRow } from '#contract/admin.ts'
import { Badge } from '#web/ui/layout/badge.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

/** Reports come from browsers and may contain anything, so values are only shown as text. */
export const asText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

export const crashTitle = ({ error, message }: CrashReportRow): string =>
  [asText(error.name), asText(error.message)].filter(Boolean).join(': ') || message || 'Unknown error'

export const placeOfCrash = ({ data }: CrashReportRow): string =>
  [asText(data.componentName), asText(data.location)].filter(Boolean).join(' · ')

export function CrashStatus({ status }: { status: CrashReportRow['status'] }) {
  return status === 'solved' ? (
    <Badge kind="evergreen" icon={<IconCircleCheck {...iconProps(15)} />}>
      Solved
    </Badge>
  ) : (
    <Badge kind="outline">Open</Badge>
  )
}
